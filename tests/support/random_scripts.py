"""Random scripts of calls (tests/support/scripts.py): of one primitive, or of all; by several threads, or by one."""

import random
from collections.abc import Sequence
from typing import Final

from tests.support.scripts import Script

_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "mutexes": ("l$m", "l$m", "t$m", "t$m", "T$m", "u$m", "u$m", "u$m", "a"),
    "readers": ("r", "R", "y", "w", "W", "z", "x", "x", "x", "a"),
    "spins": ("p a q", "p q", "P a q", "P q", "a"),
    "conditions": ("l$m c$c$m u$m", "l$m C$c$m u$m", "l$m C$c$m a u$m", "s$c", "s$c", "b$c", "l$m s$c u$m", "a"),
    "semaphores": ("v$s", "v$s", "d$s", "D$s", "D$s", "e$s", "g$s", "g$s", "a"),
    "barriers": ("B", "B", "a", "B a"),
    "onces": ("o", "o", "a", "o a"),
    "futexes": ("f$c0", "f$c0", "f$c1", "i$c", "i$c k$c", "i$c h$c", "k$c", "h$c", "a"),
    "sections": ("l$m a u$m", "t$m a u$m", "r a x", "w a x", "d$s a v$s"),
}  # fmt: skip
FORCED: Final = ("alone", "one by one")
"""The order of all calls is forced: main does all of it; each thread is joined before the next begins."""
PROFILES: Final = (*_KINDS, "everything", *FORCED)


def random_script(chance: random.Random, profile: str) -> Script:
    statements = _KINDS.get(profile) or tuple(one for some in _KINDS.values() for one in some)
    if profile in FORCED:  # nobody comes to end a wait
        statements = tuple(one for one in statements if not any(call[0] in "cdf" for call in one.split()))
    count = 0 if profile == "alone" else chance.choice((1, 2, 2, 3))
    most = {0: 10, 1: 6, 2: 4, 3: 3}[count]
    bodies = [_calls(chance, statements, chance.randint(1, most)) for _ in range(count + 1)]
    main = bodies[0] if profile == "alone" else _creating(chance, bodies[0], count, one_by_one=profile == "one by one")
    initial = (chance.choice((0, 0, 1, 2)), chance.choice((0, 1)))
    parties = 1 if profile in FORCED else chance.choice((1, 2, 2, 3))
    return Script(initial, parties, tuple(map(tuple, (main, *bodies[1:]))))


def _calls(chance: random.Random, statements: Sequence[str], count: int) -> list[str]:
    found = []
    for _ in range(count):
        objects = {"$m": chance.choice("0012"), "$c": chance.choice("001"), "$s": chance.choice("001")}
        statement = chance.choice(statements)
        for name, number in objects.items():
            statement = statement.replace(name, number)
        found += statement.split()
    return found


def _creating(chance: random.Random, body: list[str], count: int, *, one_by_one: bool) -> list[str]:
    if one_by_one:
        pairs = [part for child in range(1, count + 1) for part in (f"N{child}", f"J{child}")]
        return [*body, *pairs, *body[:2]]
    found = [f"N{child}" for child in range(1, count + 1)]
    for call in body:
        if call[0] not in "uqx" and chance.random() < 0.15:
            found.append(f"{chance.choice('jKJ')}{chance.randint(1, count)}")
        found.append(call)
    return found
