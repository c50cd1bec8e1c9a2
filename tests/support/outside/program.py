"""One program of the family: its axes, its text, and how they are numbered."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, assert_never

from tests.support.outside import cxx, kept, numbers, others, strings
from tests.support.outside.functions import Filler, Function, Keeper, Reader
from tests.support.outside.memories import MEMORIES, Memory
from tests.support.outside.ways import WAYS, Way

FUNCTIONS: Final[tuple[Function, ...]] = (*strings.STRINGS, *numbers.ALL, *cxx.ALL, *kept.KEPT, *others.OTHERS)
Property = Literal["assertions", "races", "memory", "deadlocks", "misuse"]
PROPERTIES: Final[tuple[Property, ...]] = ("assertions", "races", "memory", "deadlocks", "misuse")
_OFTEN: Final[tuple[Property, ...]] = (
    "assertions",
    "assertions",
    "races",
    "assertions",
    "memory",
    "deadlocks",
    "misuse",
)
TWINS: Final = ("whole", "ordered", "before")
"""Why no schedule of a twin fails: it changes twice in one section; the reader comes after the writer; before it."""
_SEED: Final = 1


@dataclass(frozen=True)
class Program:
    function: Function
    memory: Memory
    way: Way
    property: Property
    twin: str
    busy: bool
    """The writer does harmless things before and after: few schedules fail, and chance does not find one."""

    @property
    def name(self) -> str:
        parts = (self.function.name, self.memory.name, self.way.name, self.property)
        return ".".join(parts).replace("::", "_")

    @property
    def cxx(self) -> bool:
        return self.function.cxx or self.memory.cxx

    @property
    def ending(self) -> str:
        return ".cpp" if self.cxx else ".c"

    @property
    def followed(self) -> bool:
        """All that the letter goes through is followed exactly."""
        return self.function.followed and self.way.name not in ("output", "memory-stream")


@cache
def programs() -> Sequence[Program]:
    """All, in rounds: each has every function once, and nothing is twice."""
    chance = random.Random(_SEED)
    waiting = []
    for number, function in enumerate(FUNCTIONS):
        these = list(_of(function))
        chance.shuffle(these)
        waiting.append(_spread(these, number % len(_OFTEN)))
    found: list[Program] = []
    while waiting:
        chance.shuffle(waiting)
        found += [these.pop() for these in waiting]
        waiting = [these for these in waiting if these]
    return found


def _spread(these: list[Program], first: int) -> list[Program]:
    """To be taken from the end: properties by turns, beginning with the `first` one."""
    by_property = {one: [each for each in these if each.property == one] for one in PROPERTIES}
    taken = []
    while any(by_property.values()):
        for one in (*_OFTEN[first:], *_OFTEN[:first]):
            if by_property[one]:
                taken.append(by_property[one].pop())
    return taken[::-1]


def _of(function: Function) -> Iterator[Program]:
    number = 0
    for way in WAYS:
        if not _goes(function, way):
            continue
        for memory in MEMORIES[:1] if way.kept else MEMORIES:
            if not (memory.shared if way.shared else memory.private):
                continue
            for asked in PROPERTIES:
                if _possible(function, memory, way, asked):
                    twin = TWINS[number // 2 % len(TWINS)]
                    yield Program(function, memory, way, asked, twin, busy=number % 2 == 0 and not way.kept)
                    number += 1


def _goes(function: Function, way: Way) -> bool:
    if isinstance(function, Keeper):
        return function.between if way.kept else function.alone
    return not way.kept


def _possible(function: Function, memory: Memory, way: Way, asked: Property) -> bool:
    match asked:
        case "assertions" | "deadlocks" | "misuse":
            return True
        case "races":
            return way.touches and not isinstance(function, Keeper)
        case "memory":
            return way.touches and not isinstance(function, Keeper) and memory.release is not None
        case _:
            assert_never(asked)


_HEAD: Final = """/* $NAME: $WHAT. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
$INCLUDES
#define SPAN 64
#define AT $AT
#define WORDS "$WORDS"
#define MARK(k) ((k) == 0 ? '$START' : (k) == 1 ? '$BAD' : '$LATER')
#define ROOM(name) $ROOM
#ifdef SHOW
static int stage;
#define REACHED(n) __atomic_store_n(&stage, n, __ATOMIC_SEQ_CST)
#define AFTER(n) while (__atomic_load_n(&stage, __ATOMIC_SEQ_CST) < n) sched_yield()
#define SHOWN() _exit(77)
#define TOUCH(p) (void)*(volatile char *)(p)
#else
#define REACHED(n) ((void)0)
#define AFTER(n) ((void)0)
#define SHOWN() ((void)0)
#define TOUCH(p) ((void)0)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() $LOCK
#define UNLOCK() $UNLOCK
"""
_MAIN: Final = """int main(void)
{
    pthread_t w, r;
    $ROOMS
    $THREADS
    return 0;
}
"""


def text_of(program: Program, *, twin: bool) -> str:
    function = program.function
    head = _HEAD
    start, bad, later = function.text.letters
    locked = program.property != "races" or (twin and program.twin == "whole")
    for name, value in {
        "$NAME": f"{program.name}{' (twin)' if twin else ''}",
        "$WHAT": f"no schedule fails ({program.twin})" if twin else "some schedule fails",
        "$INCLUDES": "\n".join(f"#include <{one}>" for one in _headers(program)),
        "$AT": str(function.text.at),
        "$WORDS": function.text.words,
        "$START": start,
        "$BAD": bad,
        "$LATER": later,
        "$ROOM": program.memory.room,
        "$LOCK": "pthread_mutex_lock(&lock)" if locked else "((void)0)",
        "$UNLOCK": "pthread_mutex_unlock(&lock)" if locked else "((void)0)",
    }.items():
        head = head.replace(name, value)
    return "".join(
        (
            head,
            function.helpers,
            program.memory.declared,
            "static void lay(char *to) { for (int i = 0; i < (int)sizeof WORDS; i++) to[i] = WORDS[i]; }\n",
            _roles(function),
            program.way.declared,
            f"static void put(char *text, int k) {{ {program.way.put} }}\n",
            f"static int look(char *text) {{ (void)text; {program.way.look} }}\n",
            _threads(program, twin=twin),
            _main(program, twin=twin),
        )
    )


def _headers(program: Program) -> list[str]:
    always = ("assert.h", "pthread.h", "sched.h", "semaphore.h", "unistd.h")
    some = (*program.function.headers, *program.memory.headers, *program.way.headers)
    return list(dict.fromkeys((*always, *some)))


def _roles(function: Function) -> str:
    """`fill` and `ask`, of which one may be plain code."""
    plain_fill = "static void fill(char *s, char c) { s[AT] = c; }\n"
    match function:
        case Reader():
            return plain_fill + f"static int ask(char *s) {{ {function.ask} }}\n#define BAD {function.bad}\n"
        case Filler():
            filled = f"static void fill(char *s, char c) {{ {function.fill} }}\n"
            return filled + "static int ask(char *s) { return s[AT]; }\n#define BAD MARK(1)\n"
        case Keeper():
            kept = f"static void keep(char c) {{ {function.keep} }}\nstatic int kept(void) {{ {function.kept} }}\n"
            ask = "static int ask(char *s) { keep(s[AT]); return kept(); }\n"
            return plain_fill + kept + ask + "#define BAD MARK(1)\n"
        case _:
            assert_never(function)


_CLAIMS: Final[dict[Property, str]] = {
    "assertions": "assert(v != BAD); /* HERE */",
    "deadlocks": "if (v == BAD) { SHOWN(); sem_wait(&never); /* HERE */ }",
    "misuse": "if (v == BAD) { SHOWN(); pthread_mutex_unlock(&loose); /* HERE */ }",
    "races": "(void)v;",
    "memory": "(void)v;",
}
_DECLARED: Final[dict[Property, str]] = {
    "deadlocks": "static sem_t never;\n",
    "misuse": "static pthread_mutex_t loose = PTHREAD_MUTEX_INITIALIZER;\n",
}


_AFTERWARDS: Final = "LOCK(); put(text, 2); UNLOCK();"
_HARMLESS: Final = f"for (int i = 0; i < 5; i++) {{ {_AFTERWARDS} }}"


def _threads(program: Program, *, twin: bool) -> str:
    filler = isinstance(program.function, Filler)
    look = "int v = look(text); REACHED(2);"
    match program.property:
        case "memory":
            wrote = f"LOCK(); {program.memory.release}; UNLOCK(); REACHED(1);"
            if twin and program.twin == "whole":
                wrote = "LOCK(); put(text, 1); UNLOCK();"
            if filler:
                look = "LOCK(); TOUCH(text); put(text, 1); UNLOCK(); int v = 0;"
        case "races":
            wrote = "LOCK(); put(text, 1); UNLOCK();"
        case _:
            wrote = f"LOCK(); put(text, 1); UNLOCK(); REACHED(1); AFTER(2); {_AFTERWARDS}"
            if twin and program.twin == "whole":
                wrote = "LOCK(); put(text, 1); put(text, 2); UNLOCK();"
            if program.busy:
                wrote = f"{_HARMLESS}\n    {wrote}\n    {_HARMLESS}"
    claim = _CLAIMS[program.property]
    return f"""{_DECLARED.get(program.property, "")}static void *writer(void *given)
{{
    char *text = (char *)given;
    (void)text;
    {wrote}
    return NULL;
}}
static void *reader(void *given)
{{
    char *text = (char *)given;
    AFTER(1);
    {look}
    {claim}
    return NULL;
}}
"""


def _main(program: Program, *, twin: bool) -> str:
    rooms = "ROOM(text); lay(text);" if program.way.shared else "char *text = NULL;"
    if program.way.three:
        rooms += " lay(text + SPAN); fill(text + SPAN, MARK(1)); lay(text + 2 * SPAN); fill(text + 2 * SPAN, MARK(2));"
    if program.property == "deadlocks":
        rooms += " sem_init(&never, 0, 0);"
    if program.property == "races":
        rooms += " REACHED(1);"
    writer, reader = "pthread_create(&w, NULL, writer, text);", "pthread_create(&r, NULL, reader, text);"
    wait_w, wait_r = "pthread_join(w, NULL);", "pthread_join(r, NULL);"
    order = [reader, writer, wait_r, wait_w]
    if twin and program.twin != "whole":
        after = program.twin == "ordered" and program.property != "memory"
        order = [writer, wait_w, reader, wait_r] if after else [reader, wait_r, writer, wait_w]
    if twin and program.twin == "whole" and program.property == "memory":
        order.append(f"{program.memory.release};")
    return _MAIN.replace("$ROOMS", rooms).replace("$THREADS", "\n    ".join(order))
