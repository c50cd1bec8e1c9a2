"""What libraries keep for themselves between calls: a stream's text, a parser's place. No event tells of it.

In: a trace. Out: the library functions that several threads call and that may keep something, by name. Left out is what
the runtime stands in front of or records the effects of, what the C library computes from its arguments alone, and what
of the C++ library keeps nothing that another thread could find.
"""

import re
from collections import defaultdict
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

from raddle.ir.cxx_names import short_name
from raddle.model.recorded.calls import OUTPUT, WITHOUT_EFFECT, Calls
from raddle.trace.walk import Trace

_CALLED: Final = re.compile(r"\b(?:call|invoke)\b[^@]*@(\"[^\"]+\"|[-\w.$]+)\(")
_OF_C: Final = re.compile(
    r"(?:__)?(?:is|to)w?\w{3,7}|__ctype_\w+|__errno_location|(?!strtok$|strerror$|strsignal$)(?:str|mem|wcs|wmem)\w+|[lc]?labs|abs|ato\w+|l?ldiv|div"
    r"|__isoc\d+_\w+|v?sn?printf|v?sscanf|qsort|bsearch|clock|difftime|mktime|sysconf|getpagesize|get_nprocs\w*"
    r"|_*(?:set|sigset|long|siglong)jmp|__assert_\w+|abort|at_quick_exit|atexit|on_exit|pthread_\w+|sched_\w+|sem_\w+"
    r"|(?:mtx|cnd|thrd|tss|call)_\w+|__VERIFIER_\w+|reach_error|__raddle_\w+|llvm\..*|close|open\w*|l?seek\w*|fclose|fopen"
    r"|(?:a?(?:sin|cos|tan)h?|atan2|exp2?|expm1|log(?:2|10|1p|b)?|pow|sqrt|cbrt|hypot|ceil|floor|trunc|l?l?r(?:ound|int)"
    r"|nearbyint|fabs|fmod|fma|fmax|fmin|fdim|remainder|copysign|ldexp|frexp|modf|scalbl?n|erfc?|[lt]gamma)[fl]?"
)
_OF_CPP: Final = re.compile(
    r"__cxa_\w+|__clang_call_terminate|__gxx_\w+|_Unwind_\w+|__dynamic_cast"
    r"|_Z(?:nw|na|dl|da)\w+|_ZSt\d+__throw_\w+|_ZSt9terminatev|_ZSt\d+(?:_Rb_tree_(?:in|de)crement|_Hash_bytes|_Fnv_hash)\w*"
    r"|_ZNK?St8__detail20_Prime_rehash_policy\w+"
    r"|_ZNK?St(?:6thread|18condition_variable|22condition_variable_any|6chrono|9type_info|13__future_base|10_V2|3_V2)\w*"
    r"|_ZNK?St(?:28__atomic_futex|16nested_exception|8ios_base4Init|11this_thread|12__basic_file)\w*"
    r"|_ZSt\d+(?:uncaught_exceptions?|future_category|generic_category)\w*"
    r"|_ZNK?St\d+(?:\w*_error|\w*exception|bad_\w+?)(?:C|D|4what)\w*|_ZNSt7__cxx1112basic_string\w*|_ZNKSt7__cxx1112basic_string\w*"
    r"|_ZSt\d+__once_\w+|__once_proxy|_ZNK?Sa\w*"
    r"|_ZNK?St3__1\d+(?:(?:recursive_|shared_)?(?:timed_)?mutex|__shared_mutex_base|condition_variable|thread|__thread)\w*"
    r"|_ZNK?St3__16chrono\w*"
    r"|_ZNK?St3__1\d+(?:__assoc_sub_state|__shared_(?:weak_)?count|basic_string|__call_once|__throw|promise|future)\w*"
)


@cache
def _known_to_the_runtime() -> frozenset[str]:
    """What it stands in front of, and what it records the effects of."""
    native = resources.files("raddle") / "native"
    real = re.findall(r"\bX\((\w+)\)", (native / "real.h").read_text(encoding="utf-8"))
    effects = re.findall(r"RD_FN_(\w+) = \d+", (native / "effects.h").read_text(encoding="utf-8"))
    return frozenset({*real, *effects})


def functions_that_keep(trace: Trace) -> list[str]:
    """Short names, sorted; called by two threads or more."""
    return sorted({short_name(name) for name, threads in _callers(trace).items() if len(threads) > 1})


def callers_by_path(trace: Trace) -> dict[str, set[str]]:
    """Short name of each function that may keep something -> who calls it."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, threads in _callers(trace).items():
        found[short_name(name)] |= {trace.threads[thread].path for thread in threads}
    return found


def threads_in_libraries(trace: Trace) -> set[int]:
    """Those that call library functions of which is not known what they do to memory."""
    return {thread for threads in _callers(trace).values() for thread in threads}


def _callers(trace: Trace) -> dict[str, set[int]]:
    """Function -> the threads that call it."""
    callers: dict[str, set[int]] = defaultdict(set)
    names: dict[int, str | None] = {}
    calls = Calls(trace.program)
    for thread in trace.recording.threads:
        for site in np.unique(thread.blocks["site"]).tolist():
            if site not in names:
                names[site] = _library_function(trace, calls, site)
            name = names[site]
            if name is not None:
                callers[name].add(thread.index)
    return callers


def _library_function(trace: Trace, calls: Calls, site: int) -> str | None:
    """The one called there; None: no call, not of a library, or of one that keeps nothing."""
    within = trace.program.module_of(site)
    found = _CALLED.search(within.module.lines[site - within.site_base])
    if found is None:
        return None
    name = found.group(1)
    address = within.address.get(f"@{name}")
    if address is None or address in trace.program.function_by_address:
        return None
    known = name in _known_to_the_runtime() or name in OUTPUT or name in WITHOUT_EFFECT or calls.is_output(site)
    return None if known or _OF_C.fullmatch(name) or _OF_CPP.fullmatch(name) else name
