"""One random C program (tests/support/random_blocks.py): does `check` report exactly the torn blocks, or the memory
errors, that schedules of the recorded paths have?

docs/rules.md, Oracle for whole programs: the explorer runs every schedule of the real program, one of each equivalence
class. What such a run shows counts as far as its threads are on their recorded paths, as in
tests/support/prediction_goals.py; whether it shows something is decided by tests/support/block_oracle.py.
"""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final, Literal

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.control import Control, DefaultPolicy, Policy, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output
from raddle.check.options import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.replay.steps import Execution
from raddle.report.progress import Silent
from raddle.report.result import Finding, MemoryFault, NotAtomic, Result
from raddle.testing.runs import RecordOrder
from raddle.trace.blocks import AtomicBlocks
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from tests.support.block_oracle import Access, WalkedRun
from tests.support.prediction_goals import LIMIT_S, Oracle
from tests.support.random_blocks import BLOCKS, FILE, MEMORY, RandomProgram, block_program, memory_program

Of = Literal["atomicity", "memory"]
Said = tuple[int, ...] | tuple[int, str]
"""Of a torn block its first line and the lines of the accesses, of a memory error the line and what it is."""
_HARMLESS: Final = ("is given what can be freed", "what the program prints does not come back to it")
_KINDS: Final[dict[Of, int]] = {"atomicity": len(BLOCKS), "memory": len(MEMORY)}


@dataclass
class BlockPrediction:
    """Counts, and every disagreement in words."""

    programs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    too_large: int = 0
    """Programs with more schedules than are explored."""
    schedules: int = 0
    reported: int = 0
    observed: int = 0
    """Of these: in the recorded run itself."""
    confirmed: int = 0
    predicted: int = 0
    programs_safe: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "BlockPrediction") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return (
            f"{self.programs} programs ({self.too_large} with too many schedules, {self.programs_safe} without a "
            f"finding), {self.schedules} schedules explored, {self.reported} findings, {self.confirmed} confirmed "
            f"({self.observed} in the recorded run), {self.predicted} predicted only, "
            f"{len(self.disagreements)} disagreements"
        )


def compared(of: Of, seed: int) -> BlockPrediction:
    found = BlockPrediction(programs=1)
    program = block_program(seed) if of == "atomicity" else memory_program(seed)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            _compare(of, program, _policy(of, seed), Path(scratch), found)
        except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
            found.disagreements.append(f"{type(error).__name__}: {error}")
    found.kinds[program.kind] += 1
    found.disagreements = [f"program {seed} ({program.kind}): {what}" for what in found.disagreements]
    return found


def _policy(of: Of, seed: int) -> Policy:
    """How the given run is scheduled."""
    return RandomPolicy(seed) if seed // _KINDS[of] % 2 else DefaultPolicy()


def _compare(of: Of, program: RandomProgram, policy: Policy, folder: Path, found: BlockPrediction) -> None:
    source = folder / FILE
    source.write_text(program.text)
    image = load_image(build_program([source], ["-w"], folder / "blocks").program)
    given = folder / "given.rdl"
    order = RecordOrder(image.path, given, control=Control(policy=policy), output=Output.CAPTURED, limit_s=LIMIT_S)
    options = CheckOptions(witnesses=folder, properties=(of,), atomic=AtomicBlocks.of(program.atomic))
    result = check(CheckOrder(order, options), _quiet, Silent())
    findings = _reported(of, result, found)
    said = {_said(finding, program) for finding in findings}
    ended = {_said(finding, program)[0] for finding in findings if of == "memory" and finding.observed}
    """Lines at which the given run itself went wrong: of what else may happen there nothing is known."""
    found.programs_safe += not said
    oracle = BlockRuns(of, program, image, load_recording(given), folder / "explored.rdl")
    oracle.explore()
    found.too_large += not oracle.exhausted
    found.schedules += oracle.runs
    say = found.disagreements.append
    for one in sorted((one for one in oracle.shown - said if one[0] not in ended), key=str):
        say(f"{one}: happens on the recorded paths, and is not reported")
    if oracle.exhausted:
        for one in sorted(said - oracle.shown, key=str):
            say(f"{one}: reported, and no schedule of the recorded paths has it")


def _reported(of: Of, result: Result, found: BlockPrediction) -> list[Finding]:
    findings = [finding for finding in result.findings if finding.kind == of]
    found.reported += len(findings)
    for finding in findings:
        found.observed += finding.observed
        found.confirmed += finding.status == "confirmed"
        found.predicted += finding.status != "confirmed"
        if finding.status != "confirmed":
            found.disagreements.append(f"not confirmed: {finding}")
    found.disagreements += [f"open: {one.kind} {one.place}: {one.reason}" for one in result.open]
    if not any(finding.observed for finding in findings):
        found.disagreements += [f"assumed: {what}" for what in result.assumptions if not what.endswith(_HARMLESS)]
    return findings


def _said(finding: Finding, program: RandomProgram) -> Said:
    match finding.about:
        case NotAtomic(accesses=accesses):
            return _torn(program, [access.place.line if access.place else 0 for access in accesses])
        case MemoryFault(fault=fault, access=access):
            return access.place.line if access.place else 0, fault
        case _:
            raise AssertionError(f"{finding}: is about something else")


def _torn(program: RandomProgram, lines: Sequence[int]) -> Said:
    """One report for each block and set of lines."""
    block = next((first for first, last in program.blocks if first <= lines[0] <= last), 0)
    return (block, *sorted(set(lines)))


def _quiet(note: str) -> None:
    pass


class BlockRuns(Oracle):
    """What schedules of the recorded paths show."""

    def __init__(self, of: Of, program: RandomProgram, image: ProgramImage, given: Recording, scratch: Path) -> None:
        super().__init__(image, given, scratch)
        self._of = of
        self._program = program
        self.shown: set[Said] = set()

    def _judge(self, run: Trace, execution: Execution) -> None:
        counts = self._counting(run, execution)
        walked = WalkedRun(self._program, run)

        def is_good(access: Access) -> bool:
            return counts.is_good(access.thread, access.index)

        def comes_after(one: Access, other: Access) -> bool:
            return counts.is_before((other.thread, other.index), (one.thread, one.index))

        if self._of == "atomicity":
            self.shown |= {_torn(self._program, lines) for lines in walked.torn(is_good, comes_after)}
        else:
            self.shown |= {(access.line, fault) for fault, access in walked.faults if is_good(access)}
