"""Goldens of edited sources: a fix in one line, the files it is about, and the diff that is to come out.

```
fix: locked A-B C-D
==== bank.c
int x; ...        // A
==== diff
...
```
A place in a fix is the number of a line (`7`, in another file `list.h:7`) or the mark in the comment at its end
(`// A`), with the function behind it where that matters (`A@main`). `\r` at the end of a line is written as `^M`,
a space in the name of a variable as `~`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache
from raddle.base.process import run
from raddle.base.toolchain import Language, find_toolchain
from raddle.repair.fixes import Atomic, Fix, ForWriting, Line, Locked, Measure, Ordered, Rechecked, Refused, Region
from raddle.repair.source.diffs import unified
from raddle.repair.source.writing import written

CALLS: Final[Sequence[tuple[tuple[str, ...], Language]]] = (((".c",), "c"), ((".cpp", ".cc"), "c++"))
CHECKED_MUTEX: Final = """
#include <pthread.h>
typedef struct __attribute__((capability("mutex"))) { int i; } checked_mutex;
int checked_lock(checked_mutex *m) __attribute__((acquire_capability(*m)));
int checked_unlock(checked_mutex *m) __attribute__((release_capability(*m)));
int checked_wait(pthread_cond_t *c, checked_mutex *m) __attribute__((requires_capability(*m)));
#define pthread_mutex_t checked_mutex
#define pthread_mutex_lock checked_lock
#define pthread_mutex_unlock checked_unlock
#define pthread_cond_wait checked_wait
#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER {0}
"""


@dataclass(frozen=True)
class Edited:
    fix: str
    texts: Mapping[str, str]
    expected: str
    """The diff, or `refused: reason`."""

    def after(self) -> Mapping[str, str] | Refused:
        return written(fix_of(self.fix, self.texts), self.texts, units_of(self.texts))

    def shown(self) -> str:
        after = self.after()
        if isinstance(after, Refused):
            return f"refused: {after.reason}\n"
        return unified(self.texts, after).replace("\r\n", "^M\n")


def read(path: Path) -> Edited:
    head, *parts = re.split(r"^==== (.*)\n", path.read_text(), flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    expected = sections.pop("diff", "")
    texts = {name: text.replace("^M\n", "\r\n") for name, text in sections.items()}
    return Edited(head.removeprefix("fix:").strip(), texts, expected)


def units_of(texts: Mapping[str, str]) -> list[set[str]]:
    """A compilation for each source that no other one includes: it, and the files that it includes."""
    includes = {name: re.findall(r'^#include "(.*)"', text, re.MULTILINE) for name, text in texts.items()}
    included = {file for files in includes.values() for file in files}
    units = []
    for name in texts:
        if name in included or name.endswith(".h"):
            continue
        unit, pending = set[str](), [name]
        while pending:
            file = pending.pop()
            if file not in unit:
                unit.add(file)
                pending += includes.get(file, [])
        units.append(unit)
    return units


def fix_of(text: str, texts: Mapping[str, str]) -> Fix:
    return tuple(_measure(part.split(), texts) for part in text.split(";"))


def _measure(words: list[str], texts: Mapping[str, str]) -> Measure:
    match words:
        case ["locked", *regions]:
            member_of = regions.pop().removeprefix("in:") if regions[-1].startswith("in:") else None
            lock = regions.pop().removeprefix("by:") if regions[-1].startswith("by:") else None
            pairs = [region.partition("-") for region in regions]
            between = [Region(place(first, texts), place(last or first, texts)) for first, _, last in pairs]
            return Locked(tuple(between), lock, member_of)
        case ["ordered", first, then, "earlier", ahead_of]:
            ahead = place(ahead_of, texts)
            return Ordered(place(first, texts), place(then, texts), "earlier", ahead_of=ahead)
        case ["ordered", first, then, by, *created]:
            where = place(created[0], texts) if created else None
            return Ordered(place(first, texts), place(then, texts), by, where)  # type: ignore[arg-type]
        case ["atomic", variable, *lines]:
            return Atomic(tuple(place(line, texts) for line in lines), variable.replace("~", " "))
        case ["rechecked", *lines]:
            return Rechecked(tuple(place(line, texts) for line in lines))
        case ["for_writing", lock, *lines]:
            return ForWriting(tuple(place(line, texts) for line in lines), lock)
        case _:
            raise ValueError(f"no such fix: {words}")


def place(name: str, texts: Mapping[str, str], function: str = "", column: int = 0) -> Line:
    name, _, named = name.partition("@")
    function = named or function
    file, _, number = name.rpartition(":")
    if number.isdigit():
        return Line(file or next(iter(texts)), int(number), function, column)
    for other, text in texts.items():
        for index, line in enumerate(text.split("\n")):
            if re.search(rf"(//|/\*) {name}\b", line):
                return Line(other, index + 1, function, column)
    raise ValueError(f"no line is marked {name}")


def complaints(sources: Iterable[Path], *flags: str) -> str:
    """What the compiler has to say about these, with warnings as errors: in one call for each language, or one for each
    source (zig compiles whatever is asked)."""
    toolchain = find_toolchain(Cache.of_user())
    strict = (*toolchain.flags(), "-Wall", "-Wextra", "-Werror", "-pthread", *flags)
    said = ""
    for suffixes, language in CALLS:
        files = sorted(str(source) for source in sources if source.suffix in suffixes)
        calls = [("-fsyntax-only", *files)] if files else []
        if toolchain.kind == "zig":
            calls = [("-c", file, "-o", f"{file}.o") for file in files]
        for words in calls:
            said += run((*toolchain.driver(language), *strict, *words), limit_s=300).stderr_text
    return said


def unbalanced(sources: Iterable[Path], folder: Path) -> str:
    """What the compiler's thread safety analysis has to say: a lock taken twice, not given back, not held."""
    header = folder / "checked_mutex.h"
    header.write_text(CHECKED_MUTEX)
    return complaints(sources, "-Wthread-safety", "-include", str(header))


def put(texts: Mapping[str, str], folder: Path) -> list[Path]:
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return [folder / name for name in texts]
