"""C text or a file -> runs of it under some schedules; what a thread does, in words that are the same in every run."""

from collections.abc import Hashable, Iterator
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import RunRequest, run_program
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Action, Check, Create, Free, Join, Read, Step, Write
from raddle.model.recorded.several import RunModel
from raddle.replay.schedule import parse_schedule
from raddle.replay.source import inputs_of
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

_ANY_ORDER = frozenset({Op.ALL, Op.ANY, Op.EQ, Op.ADD, Op.AND, Op.OR, Op.XOR, Op.MUL})


def built(folder: Path, program: Path | str) -> ProgramImage:
    """`program`: a file, or text."""
    source = program
    if isinstance(source, str):
        source = folder / "program.c"
        source.write_text(dedent(str(program)))
    return load_image(build_program([source], ["-w"], folder / "program").program)


def run_of(image: ProgramImage, folder: Path, schedule: str) -> Trace:
    control = Control(segments=parse_schedule(schedule).segments)
    return _walked(image, folder / "scheduled.rdl", control)


def runs_of(image: ProgramImage, folder: Path, count: int) -> Iterator[Trace]:
    """The first as programs run, the others at random, with its inputs."""
    first = _walked(image, folder / "0.rdl", Control())
    yield first
    for seed in range(1, count):
        control = Control(policy=RandomPolicy(seed), inputs=inputs_of(first.recording))
        yield _walked(image, folder / f"{seed}.rdl", control)


def _walked(image: ProgramImage, path: Path, control: Control) -> Trace:
    run_program(RunRequest(image, path, control=control, limit_s=30))
    return walk_fast(load_recording(path))


class Told:
    """What one thread of a run does. Its variables go by the order in which it reads them."""

    def __init__(self, model: RunModel, thread: int) -> None:
        self._model = model
        self._numbers: dict[Term, int] = {}
        self.events = [(self._action(event.action), event.upto) for event in model.ctp.of_thread(thread)]

    def term(self, term: Term | None) -> Hashable:
        if term is None:
            return None
        if term.op is Op.VARIABLE:
            return "read", self._numbers[term]
        args = [self.term(arg) for arg in term.args]
        return term.op.name, term.width, term.data, tuple(sorted(args, key=repr) if term.op in _ANY_ORDER else args)

    def _access(self, access: Read | Write) -> Hashable:
        cells = tuple(self._model.cells[cell] for cell in access.cells)
        address = self.term(access.address), access.addresses, access.order
        if isinstance(access, Write):
            return cells, address, self.term(access.value), access.made_up
        self._numbers[access.variable] = len(self._numbers)
        return cells, address, access.variable.width, access.early, access.of_early

    def _action(self, action: Action) -> Hashable:
        name = type(action).__name__
        match action:
            case Step(reads, guard, writes):
                seen = tuple(map(self._access, reads))
                return name, seen, self.term(guard), tuple(map(self._access, writes))
            case Check(_, condition, against):
                return name, self.term(condition), against
            case Free(cells, when):
                return name, tuple(self._model.cells[cell] for cell in cells), self.term(when)
            case Create(child) | Join(child):
                return name, self._model.ctp.threads[child].name
            case _:
                return name, *(self._field(field.name, getattr(action, field.name)) for field in fields(action))

    def _field(self, name: str, value: Hashable) -> Hashable:
        keys = {one: getattr(self._model, f"{one}s") for one in ("lock", "condition", "semaphore", "barrier", "once")}
        return keys[name][value] if name in keys and value is not None else value


def same_way(one: RunModel, first: int, other: RunModel, second: int) -> bool:
    """Whether the two threads entered the same blocks."""
    ways = [run.trace.recording.threads[thread] for run, thread in ((one, first), (other, second))]
    return ways[0].path == ways[1].path and ways[0].blocks["site"].tolist() == ways[1].blocks["site"].tolist()
