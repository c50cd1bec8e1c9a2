"""Each rule by which the search of states leaves orders out, or says who knows of an access, broken on purpose, one at
a time: one of SIZE random trace programs (tests/support/exactness_states.py) must show it.

    python -m tests.campaigns.search_mutants --size 3000
"""

import argparse
import random
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache
from raddle.base.native_code import native_folder
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.decide import searched, states_library
from raddle.decide.event_numbers import events_header
from raddle.decide.registers import NotSearched
from raddle.decide.shape import shape_of
from raddle.decide.state_tables import StateTables, tables_of
from raddle.decide.states import States
from raddle.decide.states_library import StatesLibrary
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from tests.support.exactness_states import (
    HANDED_ON,
    HELD_BY_MAIN,
    MOST_WORK,
    expected_of,
    program,
    shown_by,
    shown_circles,
)
from tests.support.race_oracle import TooMany
from tests.support.random_goal_ctp import random_goal_ctp
from tests.support.token_mutants import KNOWN, RACING, TOKEN_MUTANTS, TOKEN_PROFILES

_DEPENDS: Final = "depends.c"
_LATER: Final = "uses_later(s, other, thread, event->object, "
_FROM: Final = "uses_later(s, other, nobody, event->object, "
_HELD: Final = "there < 0 ? -1 - there == (int64_t)other : rd_holds(s, other, event->object)"
_ELSE: Final = "    case RD_DO_PROCESS_END:\n        return true;\n"
_WAIT: Final = f"return {_LATER}RD_USE_SIGNAL | RD_USE_BROADCAST, event->holds);\n    case RD_DO_WAKE"
MUTANTS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("reads do not conflict with later writes", _DEPENDS, ": RD_USE_WRITE;", ": 0;"),
    ("writes do not conflict with later reads", _DEPENDS, "? RD_USE_READ | RD_USE_WRITE :", "? RD_USE_WRITE :"),
    ("shared locks exclude each other", _DEPENDS,
     "(masks[2 * one] & masks[2 * other + 1])", "(masks[2 * one] & masks[2 * other])"),
    ("acquires commute", _DEPENDS, "kinds = RD_USE_ACQUIRE | RD_USE_REFUSED |", "kinds = RD_USE_REFUSED |"),
    ("an acquire commutes with shared ones", _DEPENDS, "(shared ? 0 : RD_USE_ACQUIRE_SHARED)", "0"),
    ("a release commutes with tries", _DEPENDS, f"return {_LATER}RD_USE_REFUSED, any);", "return false;"),
    ("a wait commutes with signals", _DEPENDS, _WAIT, "return false;\n    case RD_DO_WAKE"),
    ("a signal commutes with waits", _DEPENDS, "kinds = RD_USE_WAIT | RD_USE_SIGNAL", "kinds = RD_USE_SIGNAL"),
    ("takes commute", _DEPENDS, "RD_USE_TAKE | RD_USE_COUNT, any", "RD_USE_COUNT, any"),
    ("a post commutes with a count", _DEPENDS, "event->object, RD_USE_COUNT | kinds, any", "event->object, kinds, any"),
    ("arrivals commute", _DEPENDS,
     f"ARRIVE:\n        return {_LATER}RD_USE_ARRIVE, any);", "ARRIVE:\n        return false;"),
    ("regions commute with everything", _DEPENDS, _ELSE, _ELSE.replace("true", "false")),
    ("what is to be created elsewhere is left aside", _DEPENDS, "if (other == thread)", "if (other != thread)"),
    ("of what others have to do only the next event counts", _DEPENDS,
     "if (!is_joined && rd_leads(s, other, from, use->point))", "if (!is_joined && from == use->point)"),
    ("nobody has to end what is joined", _DEPENDS, "return event->object == other;", "return false;"),
    ("nobody has to give a lock back", _DEPENDS,
     f"return {_HELD};\n    }}\n    case RD_DO_REFUSED", "return false;\n    }\n    case RD_DO_REFUSED"),
    ("nobody has to signal", _DEPENDS, f"return {_FROM}RD_USE_SIGNAL | RD_USE_BROADCAST, any);", "return false;"),
    ("nobody has to post", _DEPENDS, "event->object, RD_USE_POST, any", "event->object, 0, any"),
    ("nobody has to arrive", _DEPENDS,
     f"LEAVE:\n        return {_FROM}RD_USE_ARRIVE, any);", "LEAVE:\n        return false;"),
    ("cells are forgotten too early", "moves.c",
     "if (rd_again(s, thread)[0] < behind[thread] &&", "if (rd_again(s, thread)[0] + 1 < behind[thread] &&"),
    ("a lock that is shared stops whoever shares it", _DEPENDS, "(alone ? RD_USE_ACQUIRE_SHARED : 0)",
     "RD_USE_ACQUIRE_SHARED"),
    ("nothing in registers leads anywhere", _DEPENDS, "if (is_near(s, rd_registers(s, thread)[at], address))",
     "if (false)"),
    ("who knows what it will give back does not come by it", _DEPENDS, " || is_to_give_back(s, other, cell)", ""),
    ("who names an address does not come by it", _DEPENDS,
     " ||\n        uses_later(s, other, thread, cell, RD_USE_NAMES, RD_WHATEVER_IS_HELD)", ""),
    ("who has an address hands it to nobody", _DEPENDS, "(keeps(s, third, address) ||", "("),
    ("who names an address hands it to nobody", _DEPENDS,
     " || uses_later(s, third, thread, cell, RD_USE_NAMES, RD_WHATEVER_IS_HELD)", ""),
    ("an address that lies in memory is not found there", _DEPENDS,
     "if (is_near(s, *rd_cell(s, sources[at]), address))", "if (false)"),
    ("addresses are not moved on the way", _DEPENDS,
     "address - value - s->p.least_away <= s->p.most_away - s->p.least_away", "address == value"),
    ("all addresses are followed", _DEPENDS,
     "uses_later(s, other, thread, cell, kinds | RD_USE_FOLLOWED, holds) || ", ""),
    ("nothing is looked at inside of regions", "states.c", "rd_find_meetings(s, thread, 0);", ""),
    ("uses are not looked at when they are taken", "moves.c", "        rd_find_uses(s, thread);\n", "        ;\n"),
    *TOKEN_MUTANTS,
)  # fmt: skip
"""What it comes to, the file, the text there, and what stands in its place. Not among them, since nothing is lost
by them: that acquires and tries commute (the lock is free as long as the acquire waits), that a try or a count may be
taken before what makes it impossible (its thread would only be stuck), that two threads begin one once (no run has
that)."""
PROFILES: Final = {
    "an acquire commutes with shared ones": "rwlocks",
    "a release commutes with tries": "locks",
    "takes commute": "semaphores",
    "a post commutes with a count": "semaphores",
    "nobody has to post": "semaphores",
    **TOKEN_PROFILES,
}
"""Of random programs (tests/support/random_goal_ctp.py), where those of all do not show it soon."""


def library_with(file: str, old: str, new: str, folder: Path) -> StatesLibrary:
    shutil.copytree(native_folder() / "states", folder / "states")
    shutil.copytree(native_folder() / "walker", folder / "walker")
    shutil.copy(events_header(), folder)
    source = folder / "states" / file
    text = source.read_text()
    if text.count(old) != 1:
        raise ValueError(f"{file} has {text.count(old)} times: {old}")
    source.write_text(text.replace(old, new))
    sources = [str(path) for path in sorted((folder / "states").glob("*.c"))]
    command = [*find_toolchain(Cache.of_user()).command, "-std=gnu11", "-O1", "-fPIC", "-shared", *sources]
    made = run([*command, "-o", str(folder / "mutant.so")], limit_s=120)
    assert made.ok, made.stderr_text
    return StatesLibrary(folder / "mutant.so")


@dataclass(frozen=True)
class Subject:
    ctp: TraceProgram
    tables: StateTables
    expected: dict[str, set[object]]


@cache
def subjects(profile: str, count: int) -> list[Subject]:
    """With what brute force finds, once for all mutants. `profile`: "" for some of all."""
    found = []
    for number in range(count):
        ctp = random_goal_ctp(random.Random(number), profile) if profile else program(number)[1]
        with suppress(NotSearched, TooMany):
            found.append(Subject(ctp, tables_of(shape_of(ctp)), expected_of(ctp)))
    by_hand = map(parse_ctp, (HELD_BY_MAIN, HANDED_ON, *RACING.values(), *KNOWN))
    return [*(Subject(ctp, tables_of(shape_of(ctp)), expected_of(ctp)) for ctp in by_hand), *found]


def notices(library: StatesLibrary, subject: Subject) -> bool:
    searched.states_library = lambda: library
    try:
        found = States(subject.ctp, tables=subject.tables)
        found.search_unordered(range(len(subject.ctp.events)), MOST_WORK)
    finally:
        searched.states_library = states_library.states_library
    shown = shown_by(found) | {"circles": shown_circles(found, subject.expected["circles"])}
    return shown != subject.expected


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=3000)
    parser.add_argument("--only", default="", help="those with this in their names")
    options = parser.parse_args()
    missed = 0
    for name, file, old, new in MUTANTS:
        if options.only in name:
            known = subjects(PROFILES.get(name, ""), options.size)
            with tempfile.TemporaryDirectory() as folder:
                mutant = library_with(file, old, new, Path(folder))
                after = next((number for number, one in enumerate(known, start=1) if notices(mutant, one)), None)
            missed += after is None
            print(f"{name}: {f'noticed after {after} programs' if after else 'NOT NOTICED'}", flush=True)
    print(f"{missed} of {len(MUTANTS)} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
