"""Functions outside of the program, by name: which of them look at what lies between calls or outside, and change it.

Harmless ones (trace/harmless_calls.py) never come here. A name that is not known is taken to do everything.
"""

import re
from functools import cache
from importlib import resources
from typing import Final, Literal

from raddle.trace.foreign_calls import COMMON_MAPPING
from raddle.trace.harmless_calls import GENERATORS, LISTED

World = Literal["the environment", "random numbers", "what is known of a thread or lock", "the system or a library"]


def _words(text: str) -> list[str]:
    return text.split()


_COMPUTES: Final = re.compile(
    r"(?:__)?(?:is|to)w?(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit|ascii)|__ctype_\w+"
    r"|(?!strtok$|strerror$|strsignal$)(?:str|mem|wcs|wmem|__str|__mem)\w+|[lc]?labs|abs|ato\w+|l?l?div|ffsl?l?|b(?:copy|cmp)"
    r"|__isoc\d+_(?:v?sw?scanf|(?:str|wcs)to\w+)|v?sn?printf|v?sscanf|v?asprintf|qsort(?:_r)?|bsearch|l(?:find|search)"
    r"|difftime|mktime|timegm|sysconf|getpagesize|get_nprocs\w*|(?:gm|local)time_r|rand_r|sig\w+set|sigismember"
    r"|_*(?:set|sigset|long|siglong)jmp|__assert\w*|abort|sched_\w+|sem_(?!open|close|unlink)\w+|pthread_(?:\w*attr_\w+)"
    r"|pthread_(?:self|equal|getcpuclockid|getattr_np)"
    r"|pthread_(?!\w+prioceiling)(?:mutex|spin|rwlock|cond|barrier|once|setspecific|getspecific|join|exit|create|detach|\w+join_np)\w*"
    r"|pthread_(?:setcancel\w+|testcancel|cleanup_\w+|sigmask|yield)|_*pthread_(?:un)?register_cancel\w*|sigprocmask"
    r"|__sigsetjmp\w*|__pthread_\w+"
    r"|(?:mtx|cnd|thrd|call)_\w+|tss_[gs]et|__VERIFIER_\w+|reach_error|__raddle_\w+|raddle_\w+|llvm\..*|getrandom|getentropy"
    r"|malloc_usable_size|p?valloc|quick_exit|__stack_chk_fail|__tls_get_addr|sleep|usleep|nanosleep|assembly"
    r"|(?:a?(?:sin|cos|tan)h?|atan2|exp(?:2|10)?|expm1|log(?:2|10|1p|b)?|pow|sqrt|cbrt|hypot|ceil|floor|trunc|l?l?r(?:ound|int)"
    r"|round|roundeven|nearbyint|fabs|fmod|fma|fmax|fmin|fdim|remainder|copysign|ldexp|frexp|modf|scalbl?n|erfc?|[lt]gamma"
    r"|nan|nextafter|ilogb|sincos|__fpclassify|__isnan|__isinf|__signbit|__finite)[fl]?"
)
"""From what they are given alone, or what they do are events."""
_OF_CPP: Final = re.compile(
    r"__cxa_\w+|__clang_call_terminate|__gxx_\w+|_Unwind_\w+|__dynamic_cast"
    r"|_Z(?:nw|na|dl|da)\w+|_ZSt\d+__throw_\w+|_ZSt9terminatev"
    r"|_ZNK?St(?:6thread|18condition_variable|22condition_variable_any|6chrono|9type_info|13__future_base|10_V2|3_V2)\w*"
    r"|_ZNK?St(?:28__atomic_futex|16nested_exception|8ios_base4Init|11this_thread|15__exception_ptr)\w*"
    r"|_ZSt\d+(?:uncaught_exceptions?|future_category|generic_category|current_exception|rethrow_exception)\w*"
    r"|_ZNK?St\d+(?:\w*_error|\w*exception|bad_\w+?)(?:C|D|4what)\w*|_ZSt\d+__once_\w+|__once_proxy|_ZNK?Sa\w*"
    r"|_ZNK?St3__1\d+(?:(?:recursive_|shared_)?(?:timed_)?mutex|__shared_mutex_base|condition_variable|thread|__thread)\w*"
    r"|_ZNK?St3__1\d+(?:__assoc_sub_state|__shared_(?:weak_)?count|__call_once|__throw|promise|future)\w*"
)
"""What these do to objects that threads have in common are events, or is done with atomics of their own."""
_KEEPS_NOTHING_OF_CPP: Final = re.compile(
    r"_ZSt\d+(?:_Rb_tree_(?:in|de)crement|_Rb_tree_\w+|_Hash_bytes|_Fnv_hash)\w*|_ZNK?St8__detail\w+"
    r"|_ZNK?St7__cxx1112basic_string\w*|_ZNK?St3__1\d+basic_string\w*"
)
"""They do look at memory."""
_GIVES: Final = frozenset(
    _words(
        "printf fprintf vprintf vfprintf puts fputs putchar fputc putc fflush fwrite write writev pwrite send "
        "sendto sendmsg perror fclose close fsync fdatasync syslog dprintf vdprintf"
    )
)
"""Nothing comes back but whether it worked."""
_ASKS_ONLY: Final = frozenset(
    _words(
        "getuid geteuid getgid getegid isatty gethostname uname getrlimit access stat stat64 lstat lstat64 "
        "fstat fstat64 getenv secure_getenv getcwd readlink realpath times getrusage"
    )
)
_SETS: Final = frozenset(_words("setenv putenv unsetenv clearenv"))
_ENVIRONMENT: Final = _SETS | {"getenv", "secure_getenv"}
_ABOUT: Final = re.compile(
    r"(pthread_)(get|set)(?:name_np|schedparam|affinity_np|schedprio|concurrency)|(pthread_mutex_)(get|set)prioceiling"
)
_TO_THE_CONSOLE: Final = re.compile(
    r"(?:_ZStls|_ZNSols|_ZNSo3put|_ZNSo5write|_ZNSo5flush|_ZSt4endl|_ZSt5flush|_ZSt4ends)\w*"
)
SENDS: Final = frozenset(
    _words("pthread_kill pthread_sigqueue raise kill sigqueue tgkill killpg alarm ualarm setitimer timer_settime")
)
FLOATING: Final = frozenset(
    _words(
        "fesetround fesetenv feupdateenv feholdexcept feenableexcept fedisableexcept fegetexcept fetestexcept fegetenv "
        "fegetexceptflag fesetexceptflag feraiseexcept feclearexcept fesetmode fegetmode fesetexcept fetestexceptflag"
    )
)
"""How numbers are rounded, and what instructions have left behind about it. (To ask for the rounding alone is none.)"""
CANCELS: Final = frozenset({"pthread_cancel"})
_SEEDS: Final = frozenset(_words("srand srandom srand48 seed48 lcong48 initstate setstate"))
MAPS: Final = frozenset({COMMON_MAPPING, "shmat", "mremap", "remap_file_pages"})
STEERS: Final = _SEEDS | {"setlocale", "tzset", "pthread_key_delete", "tss_delete"}
"""Harmless functions do something else behind them."""
_EVENTS: Final = re.compile(
    r"pthread_(?!attr|setcancel|mutexattr|condattr|rwlockattr|barrierattr)\w+|sem_\w+|(?:mtx|cnd|thrd|tss|call)_\w+|bsearch"
    r"|__assert\w*|abort|__VERIFIER_\w+|reach_error|__raddle_\w+|raddle_\w+|llvm\..*|malloc_usable_size|exit|quick_exit|_*exit"
    r"|_*(?:set|sigset|long|siglong)jmp|getenv|secure_getenv|atexit|sched_yield|free|strdup"
)
"""What these do to memory are events, or they only go by addresses."""

_READS: Final = re.compile(
    r"(?:__isoc\d+_)?(?:str|wcs)to(?!k)\w+|strn?(?:case)?(?:cmp|len|dup|coll|str|chr|rchr|chrnul)|str(?:spn|cspn|pbrk)"
    r"|mem(?:mem|rchr|chr|cmp)|rawmemchr|ato\w+|sigismember|setenv|unsetenv|fopen|open\w*|access|l?stat\w*"
    r"|nanosleep|strftime|mktime|difftime|pthread_\w*attr_get\w+"
)

_KEEPS_NO_POINTERS: Final = frozenset(
    _words("open open64 openat fopen fopen64 fclose close pipe pipe2 getchar getc fgetc scanf fscanf getline")
)


_READS_UNSEEN: Final = LISTED | {"bcmp"}
"""What they write are events, what they look at is not."""


@cache
def _with_effects() -> frozenset[str]:
    text = (resources.files("raddle") / "native" / "effects.h").read_text(encoding="utf-8")
    return frozenset(re.findall(r"RD_FN_(\w+) = \d+", text))


def looks_unseen(name: str) -> bool:
    """Whether it may look at memory that it is given without an event to tell of it."""
    events = name in _with_effects() or name in _GIVES or _OF_CPP.fullmatch(name) or _TO_THE_CONSOLE.fullmatch(name)
    return name in _READS_UNSEEN or (not events and _EVENTS.fullmatch(name) is None)


def only_reads(name: str) -> bool:
    """Of the memory that it is given. (Where strtol puts a pointer belongs to whoever calls it.)"""
    return name in _READS_UNSEEN or _READS.fullmatch(name) is not None


def keeps_pointers(name: str) -> bool:
    """Whether it may look later at what it was given."""
    return keeps(name) is not None and name not in _KEEPS_NO_POINTERS and looks_unseen(name)


def keeps(name: str) -> World | None:
    """What it looks at or changes besides; None: nothing."""
    if name in _ENVIRONMENT:
        return "the environment"
    if name in _SEEDS or name in GENERATORS:
        return "random numbers"
    if _ABOUT.fullmatch(name):
        return "what is known of a thread or lock"
    if _COMPUTES.fullmatch(name) or _OF_CPP.fullmatch(name) or _KEEPS_NOTHING_OF_CPP.fullmatch(name):
        return None
    return "the system or a library"


def asks(name: str) -> bool:
    if about := _ABOUT.fullmatch(name):
        return "get" in about.groups()
    return name not in _GIVES and name not in _SETS and _TO_THE_CONSOLE.fullmatch(name) is None


def changes(name: str) -> bool:
    if about := _ABOUT.fullmatch(name):
        return "set" in about.groups()
    return name not in _ASKS_ONLY
