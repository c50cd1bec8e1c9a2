"""Each rule by which a folded trace program is made and searched, broken on purpose, one at a time: one of SIZE random
trace programs (tests/support/exactness_folded.py) must show it, or one made by hand.

    python -m tests.campaigns.folded_mutants --size 400 [--only WORDS]
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide import addresses, folding, searched, state_tables, states_library
from raddle.decide.folded_states import FoldedStates
from raddle.decide.registers import NotSearched
from raddle.model.goals import Goal
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from tests.campaigns.search_mutants import library_with
from tests.support.exactness_folded import goals_of, program, unlike
from tests.support.exactness_folded import searched as searched_all
from tests.support.folded_mutants import FOLDED_MUTANTS, RECURRING_BY_HAND
from tests.support.race_oracle import TooMany

_MODULES: Final[dict[str, ModuleType]] = {"folding.py": folding, "addresses.py": addresses}
_MOST_WORK: Final = 2_000_000


@dataclass(frozen=True)
class Subject:
    ctp: TraceProgram
    goals: list[Goal]
    """What brute force finds."""
    many: FoldedStates | None
    """Of all orders; None: it does not fold."""


def subject_of(ctp: TraceProgram) -> Subject | None:
    fold = folding.folded(ctp, with_assertions=True)
    with suppress(NotSearched, TooMany):
        goals = goals_of(ctp)
        return Subject(ctp, goals, fold and searched_all(fold, ctp, with_assertions=True, reduced=False))
    return None


def subjects(count: int) -> list[Subject]:
    made = (*map(parse_ctp, RECURRING_BY_HAND), *(program(number)[1] for number in range(count)))
    return [one for one in map(subject_of, made) if one is not None]


@contextmanager
def broken(file: str, old: str, new: str) -> Iterator[None]:
    if file not in _MODULES:
        with tempfile.TemporaryDirectory() as folder:
            mutant = library_with(file, old, new, Path(folder))
            searched.states_library = lambda: mutant
            try:
                yield
            finally:
                searched.states_library = states_library.states_library
        return
    module = _MODULES[file]
    assert module.__file__ is not None
    text = Path(module.__file__).read_text()
    if text.count(old) != 1:
        raise ValueError(f"{file} has {text.count(old)} times: {old}")
    _put(module, text.replace(old, new))
    try:
        yield
    finally:
        _put(module, text)


def _put(module: ModuleType, text: str) -> None:
    exec(compile(text, str(module.__file__), "exec"), vars(module))
    state_tables.Addresses = addresses.Addresses  # type: ignore[misc]


def notices(subject: Subject) -> bool:
    """Where the mutant cannot even be searched, that is no answer."""
    try:
        fold = folding.folded(subject.ctp, with_assertions=True)
        if fold is None:
            return False
        few = FoldedStates(fold, with_assertions=True)
    except (NotSearched, RaddleError, KeyError):
        return True
    few.search_unordered(range(len(subject.ctp.events)), _MOST_WORK)
    if not few.knows_unordered:
        return False
    many = subject.many
    if many is None or fold.event_of != many.event_of:
        many = None
        with suppress(NotSearched, TooMany):
            many = searched_all(fold, subject.ctp, with_assertions=True, reduced=False)
    if many is not None and unlike(few, many):
        return True
    return any(few.is_never(goal) for goal in subject.goals)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=400)
    parser.add_argument("--only", default="", help="those with this in their names")
    options = parser.parse_args()
    known, missed = subjects(options.size), 0
    for name, file, old, new in FOLDED_MUTANTS:
        if options.only in name:
            with broken(file, old, new):
                after = next((number for number, one in enumerate(known, start=1) if notices(one)), None)
            missed += after is None
            print(f"{name}: {f'noticed after {after} programs' if after else 'NOT NOTICED'}", flush=True)
    print(f"{missed} of {len(FOLDED_MUTANTS)} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
