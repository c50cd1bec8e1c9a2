"""Whether a comparison notices that a rule of model/rules is broken: the machine that runs it disagrees with somebody
who does not (the list of what has happened, the C library, passes and search in C, brute force, axioms, the real
program under the runtime)."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from raddle.model.machine import Machine
from tests.support import (
    exactness,
    exactness_goals,
    exactness_states,
    judged_library,
    judged_passes,
    judged_runs,
    path_goals,
)
from tests.support.modelled import differing_reads, disagreements, modelled_text, observed_run
from tests.support.random_judged import PROFILES
from tests.support.random_racy import racy_text


def real(number: int) -> Sequence[str]:
    """A random C program: its run on the machine, and random runs of the machine on the real program."""
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        subject = modelled_text(Path(folder), "racy", racy_text(number))
        reached = observed_run(subject.ctp)
        failed = Machine(subject.ctp).violated(reached.state)
        differing = differing_reads(subject, dict(reached.values))
        return [*map(str, failed), *differing, *disagreements(subject, Path(folder), range(4))]


COMPARISONS: Final[dict[str, tuple[Callable[[int], Sequence[str]], float]]] = {
    "states": (lambda number: exactness_states.compared(number).disagreements, 1.0),
    "paths": (lambda number: path_goals.compared(number).disagreements, 0.3),
    "goals": (lambda number: exactness_goals.compared(number).disagreements, 0.4),
    "checks": (lambda number: exactness.compared(number).disagreements, 0.2),
    "real": (real, 0.05),
}
"""What is compared, and of which share of SIZE: the search of states in C with the machine; brute force with the axioms
of paths, of goals, of checks; the real program with the machine. Before that, the cheapest first:

    history   of random runs (tests/support/judged_runs.py)
    library   scripts that the C library has run (tests/support/judged_library.py)
    passes    in C (tests/support/judged_passes.py)
"""
ABOUT: Final = {
    "lock": ("readers", "circles", "sections"),
    "condition": ("waits", "futexes"),
    "semaphore": ("tokens",),
    "barrier": ("rounds",),
    "once": ("once",),
    "thread": ("ends", "circles"),
    "region": ("regions",),
    "fence": ("messages",),
    "process_end": ("ends", "everything"),
    "free": ("memory",),
}
"""By file of model/rules: profiles of random programs that have to do with it (tests/support/random_judged.py)."""


def judged(names: Sequence[str], size: int, ran: Path, file: str) -> list[str]:
    """In words, by whom it is noticed. `ran`: the scripts and what was seen of them; `file`: the one that is broken."""
    return [noticed for name in names if (noticed := _noticed(name, _questions(name, size, ran, file)))]


def _noticed(name: str, questions: Iterator[Callable[[], Sequence[str]]]) -> str:
    for number, ask in enumerate(questions, start=1):
        try:
            found = ask()
        except Exception as error:  # whatever a broken rule comes to is noticed
            return f"{name} after {number} ({type(error).__name__})"
        if found:
            return f"{name} after {number}"
    return ""


def _questions(name: str, size: int, ran: Path, file: str) -> Iterator[Callable[[], Sequence[str]]]:
    about = ABOUT.get(file, tuple(PROFILES))
    match name:
        case "history":
            for number in range(size):
                yield lambda number=number: judged_runs.compared(number, (), about, in_c=False).disagreements  # type: ignore[misc]
        case "passes":
            for number in range(size):
                yield lambda number=number: judged_passes.compared(number, about)  # type: ignore[misc]
        case "library":
            for script, seen in judged_library.ran_in(ran.read_text()):
                yield lambda script=script, seen=seen: judged_library.disagreements(script, seen)  # type: ignore[misc]
        case _:
            compared, share = COMPARISONS[name]
            for number in range(round(size * share)):
                yield lambda number=number: compared(number)  # type: ignore[misc]
