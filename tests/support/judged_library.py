"""Random scripts (tests/support/scripts.py) on the C library as it is: what their calls return has to be possible.

With its results a script is a trace program; whether it comes to its end is asked of the search in C for all of them,
and for some of the machine by brute force, of the axioms, of the paper's formula. So it is for the same results with
one of them changed, of which they have to say the same; and where one thread does all of it, or each is joined before
the next begins, no other result is possible."""

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache
from raddle.base.errors import ToolError
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.decide.states import States
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.standing import deadlocks
from raddle.papers.predictive_analysis.formula import encode_reference
from raddle.solve.answer import Sat
from raddle.solve.choose import default_solver
from tests.oracles.enumerated import enumerated
from tests.oracles.history import History
from tests.support import judged_runs
from tests.support.random_scripts import FORCED, PROFILES, random_script
from tests.support.scripts import (
    NOT_MADE,
    RESULTS,
    NoSuchResult,
    Results,
    Script,
    Told,
    script_of,
    told_by,
)

CALLS: Final = Path(__file__).parents[1] / "native" / "programs" / "calls.c"
SCRIPTS: Final = 50
"""Of one batch."""
RUNS: Final = 6
"""Of each script."""
MOST_WORK: Final = 20_000_000
MOST_STATES: Final = 20_000
MACHINE_STATES: Final = 4_000
SHARE: Final = 0.15
"""Of the questions, of which all are asked, and not the search alone."""


@dataclass
class Judged:
    """Counts, and every disagreement in words."""

    scripts: int = 0
    runs: int = 0
    stuck: int = 0
    """Of these: nobody went on."""
    calls: int = 0
    """Results of calls that were compared."""
    results: int = 0
    """Different ones of a script, all its calls together."""
    changed: int = 0
    """With one of them changed."""
    impossible: int = 0
    """Of these."""
    forced: int = 0
    """Calls of which no other result is possible."""
    searches: int = 0
    brute: int = 0
    axioms: int = 0
    formula: int = 0
    """Questions, by who was asked."""
    walked: int = 0
    """Random runs of what the threads did that were judged state by state (tests/support/judged_runs.py)."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Judged") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        return ", ".join([*(f"{getattr(self, name)} {name}" for name in counts), f"{len(self.disagreements)} wrong"])


def built(folder: Path) -> Path:
    """The program, with the C library as it is."""
    words = ("-std=gnu11", "-O1", "-pthread", "-Wall", "-Wextra", "-Werror", "-o", str(folder / "calls"), str(CALLS))
    made = run([*find_toolchain(Cache.of_user()).command, *words], limit_s=300)
    assert made.ok, made.stderr_text
    return folder / "calls"


@dataclass(frozen=True, order=True)
class Seen:
    """How a script went."""

    is_stuck: bool
    results: Results
    created: tuple[bool, ...]


def compared(
    number: int, program: Path, scripts: int = SCRIPTS, runs: int = RUNS, *, when_stuck: bool = True
) -> Judged:
    """One batch. `when_stuck`: those too in which nothing happened for a while."""
    found, chance = Judged(scripts=scripts), random.Random(number)
    batch = [random_script(chance, PROFILES[place % len(PROFILES)]) for place in range(scripts)]
    asked = [(script, chance.randrange(1, 1 << 30)) for script in batch for _ in range(runs)]
    every: dict[Script, set[Seen]] = {script: set() for script in batch}
    for (script, _), seen in zip(asked, seen_of(program, asked), strict=True):
        found.runs += 1
        found.stuck += seen.is_stuck
        found.calls += sum(map(len, seen.results))
        every[script].add(seen)
    for place, script in enumerate(batch):
        for seen in sorted(one for one in every[script] if when_stuck or not one.is_stuck):
            is_forced = PROFILES[place % len(PROFILES)] in FORCED
            judge(script, seen, found, chance, is_forced=is_forced)
    found.disagreements = [f"batch {number}: {what}" for what in found.disagreements]
    return found


def disagreements(script: Script, seen: Seen) -> list[str]:
    """Of the machine alone, by brute force."""
    known, found = MACHINE_STATES, []
    told = told_by(script, seen.results, seen.created)
    if _comes_to(told, known, is_stuck=seen.is_stuck) is False:
        found.append(f"{script}: {seen}: said to be impossible")
    if seen.is_stuck or len([calls for calls in script.threads if calls]) > 1:
        return found
    for other in changed(script, seen.results):
        with suppress(NoSuchResult):
            if _comes_to(told_by(script, other, seen.created), known, is_stuck=False):
                found.append(f"{script}: {other} is said to be possible, beside {seen.results}")
    return found


def _comes_to(told: Told, most_states: int, *, is_stuck: bool) -> bool | None:
    """Whether the machine comes to the end, or to where all stand before what has not returned. None: there are too
    many states."""
    machine = Machine(told.ctp)
    known, stack = {machine.initial}, [machine.initial]
    while stack and len(known) < most_states:
        state = stack.pop()
        still = deadlocks(machine, state).standstill if is_stuck else None
        if (not is_stuck and told.check in machine.violated(state)) or (still is not None and still <= told.left):
            return True
        for _, after in machine.successors(state):
            if after not in known:
                known.add(after)
                stack.append(after)
    return None if stack else False


def judge(script: Script, seen: Seen, found: Judged, chance: random.Random, *, is_forced: bool = False) -> None:
    """`is_forced`: no other result of any call is possible."""
    _Judging(script, seen, found, chance).judge(is_forced=is_forced)


def seen_of(program: Path, asked: Sequence[tuple[Script, int]]) -> list[Seen]:
    """Of scripts with seeds."""
    return [seen_in(line, script) for line, (script, _) in zip(lines_of(program, asked), asked, strict=True)]


def lines_of(program: Path, asked: Sequence[tuple[Script, int]]) -> list[str]:
    """What the program says of each."""
    lines = "".join(f"{number} {seed} {script}\n" for number, (script, seed) in enumerate(asked))
    finished = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    found = {int(line.split("/")[0].strip(" -")): line for line in finished.stdout.splitlines()}
    return [found[number] for number in range(len(asked))]


def seen_in(line: str, script: Script) -> Seen:
    name, *threads = line.split("/")
    created = tuple(thread == 0 or "+" in one for thread, one in enumerate(threads[: len(script.threads)]))
    results = tuple(tuple(map(int, one.replace("+", "").split())) for one in threads[: len(script.threads)])
    return Seen("-" in name, results, created)


class _Judging:
    """Of one way in which a script went."""

    def __init__(self, script: Script, seen: Seen, found: Judged, chance: random.Random) -> None:
        self._script, self._seen, self._found, self._chance = script, seen, found, chance

    def judge(self, *, is_forced: bool) -> None:
        results = self._seen.results
        self._found.results += 1
        if not self._is_possible(results):
            self._found.disagreements.append(f"{self._script}: {self._seen}: said to be impossible")
        others = [] if self._seen.is_stuck else list(changed(self._script, results))
        for other in others if is_forced else ():
            self._found.forced += 1
            if self._is_possible(other):
                self._found.disagreements.append(f"{self._script}: {other} is said to be possible, beside {results}")
        for other in self._chance.sample(others, min(2, len(others))):
            self._found.changed += 1
            self._found.impossible += not self._is_possible(other)

    def _is_possible(self, results: Results) -> bool:
        try:
            told = told_by(self._script, results, self._seen.created)
        except NoSuchResult:
            return False
        self._found.searches += 1
        states = States(told.ctp)
        states.search(MOST_WORK)
        if not states.is_over:
            raise ToolError(f"{self._script}: {results}: it is not known")
        return self._is_stuck(told, states) if self._seen.is_stuck else self._is_reached(told, states, results)

    def _is_stuck(self, told: Told, states: States) -> bool:
        """All stand in vain, each before what has not returned."""
        return any(events <= told.left for events, _ in states.standstills)

    def _is_reached(self, told: Told, states: States, results: Results) -> bool:
        answer, ctp, check = states.answer(Fails(told.check)), told.ctp, told.check
        said = isinstance(answer, tuple)
        if isinstance(answer, tuple):
            self._same("history", _is_run(ctp, answer, check), said, results)
        if self._chance.random() < SHARE:
            self.walk(ctp)
            for who, other in self._others(ctp, check):
                self._same(who, other, said, results)
        return said

    def _same(self, who: str, said: bool, expected: bool, results: Results) -> None:
        if said != expected:
            self._found.disagreements.append(f"{self._script}: {results}: {who} says {said}, the search {expected}")

    def walk(self, ctp: TraceProgram) -> None:
        walked = judged_runs.judged(ctp, self._chance, runs=1)
        self._found.walked += walked.runs
        self._found.disagreements += [f"{self._script}: {what}" for what in walked.disagreements]

    def _others(self, ctp: TraceProgram, check: int) -> Iterator[tuple[str, bool]]:
        try:
            explored = enumerated(ctp, limit=MOST_STATES)
        except ToolError:
            pass
        else:
            self._found.brute += 1
            yield "brute force", check in explored.violations
        self._found.axioms += 1
        yield "axioms", isinstance(default_solver().solve(Encoder(ctp).encode(Fails(check)).query, None), Sat)
        self._found.formula += 1
        yield "formula", isinstance(default_solver().solve(encode_reference(ctp, check), None), Sat)


def changed(script: Script, results: Results) -> Iterator[Results]:
    """One of them, to another one that the call may have."""
    for thread, own in enumerate(results):
        for place, result in enumerate(own):
            what = script.threads[thread][place][0]
            for other in RESULTS[what] if what == "B" or result != NOT_MADE else ():
                if other != result:
                    others = (*own[:place], other, *own[place + 1 :])
                    yield (*results[:thread], others, *results[thread + 1 :])


def _is_run(ctp: TraceProgram, moves: Sequence[object], check: int) -> bool:
    history = History(ctp)
    for move in moves:
        if move not in history.moves():
            return False
        history.perform(move)  # type: ignore[arg-type]
    return check in history.violated()


def ran(program: Path, scripts: int, runs: int) -> str:
    """Random scripts, with all that was seen of each, as text."""
    chance = random.Random(0)
    batch = [random_script(chance, PROFILES[place % len(PROFILES)]) for place in range(scripts)]
    asked = [(script, chance.randrange(1, 1 << 30)) for script in batch for _ in range(runs)]
    lines = zip(asked, lines_of(program, asked), strict=True)
    return "\n".join(sorted({f"{script}|{line.lstrip('0123456789')}" for (script, _), line in lines}))


def ran_in(text: str) -> list[tuple[Script, Seen]]:
    pairs = [line.split("|") for line in text.splitlines()]
    return [(script_of(script), seen_in(seen, script_of(script))) for script, seen in pairs]


if __name__ == "__main__":
    file, folder, scripts = sys.argv[1:]
    Path(file).write_text(ran(built(Path(folder)), int(scripts), 3))
