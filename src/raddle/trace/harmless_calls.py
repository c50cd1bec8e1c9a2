"""Functions outside of the program that leave nothing behind which a thread's future depends on unseen, but errno.

What they do to memory is in the log (native/effects.h), what they do to locks and threads are events, what they give
back is logged; where they set errno what they give back tells so. Others may keep something to themselves (a place in
a file, a static buffer, handlers that they call later), or write memory unseen: each call of theirs is part of what a
thread's future depends on.
"""

import re
from collections.abc import Collection
from typing import Final

_LOCKS: Final = tuple(
    f"{family}_{deed}"
    for family, deeds in (
        ("pthread_mutex", "init destroy lock trylock timedlock clocklock unlock"),
        ("pthread_spin", "init destroy lock trylock unlock"),
        ("pthread_rwlock", "init destroy rdlock tryrdlock timedrdlock clockrdlock wrlock trywrlock timedwrlock unlock"),
        ("pthread_rwlock", "clockwrlock"),
        ("pthread_cond", "init destroy wait timedwait clockwait signal broadcast"),
        ("pthread_barrier", "init destroy wait"),
        ("sem", "init destroy wait trywait timedwait clockwait post getvalue"),
        ("mtx", "init destroy lock trylock timedlock unlock"),
        ("cnd", "init destroy wait timedwait signal broadcast"),
    )
    for deed in deeds.split()
)
_THREADS: Final = (
    *("pthread_create", "pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_detach"),
    *("pthread_exit", "pthread_self", "pthread_equal", "pthread_once", "pthread_getspecific", "pthread_setspecific"),
    *("thrd_create", "thrd_join", "thrd_detach", "thrd_exit", "thrd_current", "thrd_equal", "thrd_yield", "thrd_sleep"),
    *("call_once", "tss_get", "tss_set", "sched_yield", "pthread_yield", "sleep", "usleep", "nanosleep"),
    *("clock_nanosleep",),
)
_HEAP: Final = (
    *("malloc", "calloc", "realloc", "reallocarray", "free", "aligned_alloc", "posix_memalign", "memalign"),
    *("_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"),
)
_BYTES: Final = ("memcpy", "memmove", "memset")
"""Of the others each program has its own (native/clibrary); the library's are called where those cannot do it."""
_OUTPUT: Final = (
    *("printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "fputc", "putc", "fflush", "fwrite"),
    *("write", "perror"),
)
GENERATORS: Final = frozenset({"rand", "random", "lrand48", "mrand48", "drand48"})
"""The numbers come from what all threads have in common."""
DESTROYING: Final = frozenset(f"pthread_{family}_destroy" for family in ("mutex", "cond", "barrier", "rwlock"))
"""They tell whether somebody is there."""
_INPUTS: Final = (
    *GENERATORS,
    *("getpid", "getppid", "gettid"),
    *("time", "clock", "clock_gettime", "gettimeofday", "timespec_get"),
)
_COMPUTING: Final = (
    *("abs", "labs", "llabs", "fabs", "floor", "ceil"),
    *("isalpha", "isdigit", "isspace", "isupper", "islower", "isalnum", "toupper", "tolower"),
    *("__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"),
)
_ENDINGS: Final = (
    *("atexit", "on_exit", "at_quick_exit", "__cxa_atexit", "quick_exit"),
    *("abort", "exit", "_exit", "_Exit", "__assert_fail", "reach_error", "__VERIFIER_error", "__VERIFIER_assume"),
    *("__VERIFIER_assert", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"),
)

_CONDITION: Final = ("C1Ev", "D1Ev", "10notify_oneEv", "10notify_allEv")
_CXX: Final = (
    *(f"_ZNSt18condition_variable{deed}" for deed in _CONDITION),
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    *("_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv"),
    *(f"_ZNSt3__118condition_variable{deed}" for deed in _CONDITION),
    "_ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE",
    *(f"_ZNSt3__15mutex{deed}" for deed in ("4lockEv", "6unlockEv", "8try_lockEv", "D1Ev")),
    *("_ZNSt3__16chrono12steady_clock3nowEv", "_ZNSt3__16chrono12system_clock3nowEv"),
)
"""Of the C++ libraries: they only call the above."""
_HARMLESS: Final = frozenset((*_LOCKS, *_THREADS, *_HEAP, *_BYTES, *_INPUTS, *_COMPUTING, *_ENDINGS, *_CXX))
_WITH_OUTPUT: Final = _HARMLESS.union(_OUTPUT)
_OPENING: Final = frozenset(
    (
        *("open", "open64", "openat", "openat64", "creat", "fopen", "fopen64", "fdopen", "freopen", "freopen64"),
        *("tmpfile", "tmpfile64", "mkstemp", "mkstemp64", "popen", "fmemopen", "open_memstream", "fopencookie"),
        *("pipe", "pipe2", "socket", "socketpair", "dup", "dup2", "dup3", "eventfd", "memfd_create", "shm_open"),
        *("mq_open", "setvbuf", "setbuf", "setbuffer", "close", "close_range", "closefrom", "fclose", "fcloseall"),
        *("shutdown", "fcntl", "fcntl64"),
    )
)
"""Where a program calls one of these, it may find again what it put out, or cannot put out any more."""
FUTEX: Final = 202
"""The number of the one system call that is."""
LISTED: Final = frozenset({"vsprintf", "vsnprintf"})
"""What a va_list leads to is in no log: they may look anywhere. (Of vprintf and vfprintf nothing comes back.)"""
KEEPING: Final = frozenset({"pthread_setspecific", "tss_set"})
"""A value by a key, for this thread."""
ERRNO: Final = "__errno_location"
FAILING_IN_ONE_WAY: Final = frozenset({"sem_trywait", "sem_wait"})
"""For one reason, whatever they are given."""
_MINUS_ONE: Final = (2**32 - 1, 2**64 - 1)
RETURNING_TWICE: Final = frozenset({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork"})
_NONDETERMINISTIC: Final = "__VERIFIER_nondet_"
_IDLE: Final = re.compile(r'asm "(?:[\s;]|\\0A|\\09|pause|rep|nop|mfence|lfence|sfence)*"')


class HarmlessCalls:
    """Of one program; `called`: the names of all functions outside of it that it may call."""

    def __init__(self, called: Collection[str]) -> None:
        """Output may set errno even where it succeeds, and only the first time."""
        finds_again = ERRNO in called or not _OPENING.isdisjoint(called)
        self._names = _HARMLESS if finds_again else _WITH_OUTPUT

    def __contains__(self, name: str) -> bool:
        """Values from outside are inputs: they are counted by their records."""
        return name in self._names or name.startswith(_NONDETERMINISTIC)


def may_have_failed(name: str, result: int) -> bool:
    """And set errno."""
    if name in _HEAP:
        return result == 0
    return result in _MINUS_ONE or (name == "sleep" and result != 0)


def is_idle(assembly: str) -> bool:
    """Nothing, or no more than a pause or a fence."""
    return _IDLE.match(assembly) is not None
