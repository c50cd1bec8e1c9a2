"""Small random trace programs whose threads do the same again and again: words over a few verses each, of accesses,
sections, waits, posts, pointers that go round and blocks that are given back; with a beginning and an end."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp

_DECLARED: Final = """
shared x: 2 = 0, y: 2 = 0, z: 1 = 0, p: 64 = 4096, q: 64 = 0, m: 2 = 0, n: 2 = 0
lock a, b
condition c
semaphore s = 1
semaphore r = 0
"""
_NODES: Final = "4096: m, 4128: n"
_PLAIN: Final = (
    "{v} := {x}",
    "{x} := 1",
    "{x} := 0",
    "{v} := {x}|{x} := {v} + 1",
    "{v} := {x}|assume({v} == 0)",
    "{v} := {x}|assume({v} == 0)|{x} := 1",
    "{v} := {x}|assert({v} != 2)",
    "{v} := z|assume({v} == {bit})|z := {other}",
)
_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "accesses": _PLAIN,
    "sections": (*(f"lock({{l}})|{one}|unlock({{l}})" for one in _PLAIN),
                 "lock(a)|lock(b)|{x} := 0|unlock(b)|unlock(a)",
                 "lock(b)|lock(a)|{v} := {x}|unlock(a)|unlock(b)", "rdlock({l})|{v} := {x}|rdunlock({l})",
                 "trylock({l}) fails", *_PLAIN),
    "waits": ("lock(a)|wait(c, a)|{v} := {x}|unlock(a)", "lock(a)|{x} := 1|unlock(a)|signal(c)", "broadcast(c)",
              "lock(a)|{v} := {x}|assume({v} == 0)|unlock(a)", "{x} := 1"),
    "semaphores": ("take(s)|{v} := {x}|{x} := {v} + 1|post(s)", "take(r)|{v} := {x}", "{x} := 1|post(r)", "post(s)",
                   "take(s)", *_PLAIN[:3]),
    "pointers": ("lock(a)|{v} := p|assume({v} != 0)|p := 0|unlock(a)|at({v}, {nodes}) := 1|lock(a)|p := {v}|unlock(a)",
                 "lock(a)|{v} := p|p := 0|unlock(a)|lock(a)|q := {v}|unlock(a)", "{v} := q|q := p_|p := {v}",
                 "lock(a)|{v} := p|assume({v} != 0)|{w} := at({v}, {nodes})|unlock(a)", "m := 1", "p := 4128",
                 "{v} := p|p := {v} + 32", "{v} := p|assume({v} == 4128)|{w} := at({v}, {nodes})",
                 "lock(a)|{v} := q|assume({v} != 0)|p := {v}|q := 0|unlock(a)"),
    "blocks": ("{v} := p|assume({v} != 0)|p := 0|free(m) when {v} == 4096", "free(n)", "m := 1",
               "lock(a)|{v} := p|assume({v} != 0)|{w} := at({v}, {nodes})|unlock(a)", "p := 4128", "p := 4096",
               "lock(a)|{v} := p|p := 0|unlock(a)|free(n) when {v} == 4128", "{v} := z|assume({v} == 0)|z := 1"),
    "orders": ("{v} := z@acquire|assume({v} == 1)|{w} := {x}", "{x} := 1|z@release := 1", "z@relaxed := 1",
               "{v} := z@relaxed|{w} := {x}", "fence(acquire)|{v} := {x}", "{x} := 1|fence(release)|z@relaxed := 0"),
    "regions": ("region_begin|{v} := {x}|{x} := {v} + 1|region_end", "{x} := 1", "{v} := {x}", "post(r)",
                "take(r)|{x} := 0"),
}  # fmt: skip
RECURRING: Final = tuple(_KINDS)


def random_recurring_ctp(rng: random.Random, kind: str, events: int = 20) -> TraceProgram:
    return parse_ctp(random_recurring_text(rng, kind, events))


def random_recurring_text(rng: random.Random, kind: str, events: int = 20) -> str:
    return "\n".join(_Maker(rng, _KINDS[kind], events).lines())


class _Maker:
    def __init__(self, rng: random.Random, verses: Sequence[str], events: int) -> None:
        self._rng = rng
        self._verses = verses
        self._left = events
        self._fresh = 0

    def lines(self) -> Iterator[str]:
        rng, threads = self._rng, self._rng.choice((2, 2, 3))
        yield _DECLARED
        for number in range(threads):
            yield f"thread T{number}"
            yield from self._thread(self._left // (threads - number))
        yield "thread main"
        yield from self._once()
        for number in range(threads):
            yield f" create(T{number})"
            yield from self._once()
        for number in range(threads):
            if rng.random() < 0.5:
                yield f" join(T{number})"
                yield from self._once()

    def _once(self) -> Iterator[str]:
        if self._rng.random() < 0.2:
            yield from self._written(self._one())

    def _thread(self, events: int) -> Iterator[str]:
        own = [self._one() for _ in range(self._rng.choice((1, 1, 2, 2, 3)))]
        yield from self._once()
        word, count = self._rng.choices(own, k=self._rng.randint(2, 5)), 0
        if self._rng.random() < 0.4:
            word = own * 3
        for one in word:
            lines = list(self._written(one))
            count += len(lines)
            if count > events:
                break
            self._left -= len(lines)
            yield from lines
        yield from self._once()

    def _one(self) -> str:
        """With all but its variables filled in."""
        bit = self._rng.choice("01")
        names = {"x": self._rng.choice("xxy"), "l": self._rng.choice("ab"), "nodes": _NODES, "bit": bit}
        names |= {"other": "10"[int(bit)], "v": "{v}", "w": "{w}"}
        return self._rng.choice(self._verses).replace("p_", "0").format(**names)

    def _written(self, verse: str) -> Iterator[str]:
        self._fresh += 1
        for line in verse.format(v=f"v{self._fresh}", w=f"w{self._fresh}").split("|"):
            yield f" {line}"
