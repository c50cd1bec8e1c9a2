"""What the system told the program: in: two recordings; out: where its answers first differ, in words.

A program that leaves something behind (a file, a directory, a busy port) finds another world in its next run, and then
goes another way for a reason that no schedule explains. Both recordings are walked, and the answers that each thread
got (what opening, making, removing or connecting gave; the bytes that were read) are compared in their order.
"""

import errno
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from raddle.base.errors import RaddleError
from raddle.ir.cxx_names import short_name
from raddle.ir.types import PointerType, width_of
from raddle.logic.arithmetic import signed
from raddle.trace.constant_text import text_at
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag
from raddle.trace.frames import Frame
from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import Streams
from raddle.trace.walk_reference import Walk

MOST_EVENTS: Final = 200_000
"""A longer run is not walked: the answer is not worth the wait."""
MOST_NAMED: Final = 3
MOST_TEXT: Final = 120
RESET: Final = "if the program leaves something behind, --before CMD puts it back before each run"
_MAIN_ARGUMENTS: Final = 0x0FE000000000  # RD_MAIN_ARGUMENTS of native/runtime.h: the copy of argv

_OPENING_NAMES: Final = (
    "open open64 openat openat64 creat creat64 fopen fopen64 freopen freopen64 opendir fdopendir tmpfile mkstemp "
    "mkdtemp mkfifo mknod mkdir mkdirat rmdir unlink unlinkat remove rename renameat link symlink readlink realpath "
    "access faccessat stat stat64 lstat lstat64 fstatat __xstat __lxstat statvfs chdir chmod chown truncate ftruncate "
    "shm_open shm_unlink sem_open sem_unlink mq_open mq_unlink shmget semget msgget flock lockf socket bind listen "
    "connect accept accept4 getaddrinfo gethostbyname popen system dlopen posix_spawn"
)
_OPENING: Final = frozenset(_OPENING_NAMES.split())
"""Either it works or it does not: which descriptor or pointer came is nobody's business."""
_COUNTING_NAMES: Final = (
    "read pread pread64 readv recv recvfrom recvmsg fread fgets fgetc getc getchar getline getdelim scanf fscanf "
    "__isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf feof ferror readdir readdir64 lseek lseek64 ftell "
    "poll select write send sendto"
)
_COUNTING: Final = frozenset(_COUNTING_NAMES.split())
"""How much came, or which."""
_ERRNO: Final = "__errno_location"
_CALL: Final = re.compile(r'(?:call|invoke) .*?@"?(?!_Z)([-\w.$]+)"?\(')
"""Of a function in C."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One call of the program to the system, and what came of it."""

    function: str
    site: int
    about: str
    """The first argument, if it is a text."""
    blocks: int
    """Block records of the thread before it: when it was."""
    result: int
    pointer: bool
    brought: bytes = b""
    error: int = 0

    @property
    def failed(self) -> bool:
        return self.result == 0 if self.pointer else self.result < 0

    def differs(self, other: "Answer") -> bool:
        if self.failed != other.failed or self.brought != other.brought:
            return True
        return not self.pointer and self.function in _COUNTING and self.result != other.result

    def __str__(self) -> str:
        if self.pointer:
            said = "NULL" if self.failed else "what was asked for"
        else:
            said = str(self.result)
        return f"{said} ({errno.errorcode[self.error]})" if self.error in errno.errorcode else said


def changed_world(original: Recording, seen: Recording) -> str:
    """What the system told the program otherwise than in the original; empty: nothing that is known of."""
    one, other = _answers(original), _answers(seen)
    if one is None or other is None:
        return ""
    program, theirs = one
    ours = other[1]
    parted = []
    for thread in seen.threads:
        for expected, got in zip(theirs.get(thread.path, ()), ours.get(thread.path, ()), strict=False):
            if (expected.site, expected.function) != (got.site, got.function):
                break
            if expected.differs(got):
                parted.append((_when(seen, thread, got), thread.path, expected, got))
                break
    if not parted:
        return ""
    _, path, expected, got = min(parted, key=lambda item: item[0])
    return f"{_spell(program, path, expected, got)}: {RESET}"


def asked_of_the_world(seen: Recording) -> str:
    """For a run that has nothing to be compared with: what may have been answered otherwise; empty: nothing."""
    named = questions_to_the_world(seen)
    return f"the program asks the system ({named}), which may have answered otherwise: {RESET}" if named else ""


def questions_to_the_world(seen: Recording) -> str:
    """The first few of them, with their places; empty: there are none, or the run is too long to look."""
    return named_questions(questions_by_thread(seen))


def questions_by_thread(seen: Recording, *, also_in_vain: bool = False) -> dict[str, tuple[str, ...]]:
    """Each thread that asks the system something, with its questions and their places. `also_in_vain`: those too that
    brought nothing, and what is given to the system."""
    walked = _answers(seen)
    if walked is None:
        return {}
    program, by_thread = walked
    found: dict[str, tuple[str, ...]] = {}
    for path, answers in by_thread.items():
        asked = [one for one in answers if also_in_vain or one.function in _OPENING or one.brought]
        if asked:
            found[path] = tuple(f"{_call(answer)} at {_place(program, answer.site)}" for answer in asked)
    return found


def named_questions(by_thread: Mapping[str, tuple[str, ...]]) -> str:
    asked = list(dict.fromkeys(question for questions in by_thread.values() for question in questions))
    more = f" and {len(asked) - MOST_NAMED} more" if len(asked) > MOST_NAMED else ""
    return ", ".join(asked[:MOST_NAMED]) + more


def _spell(program: Program, path: str, expected: Answer, got: Answer) -> str:
    where = f"{_call(got)} at {_place(program, got.site)}, in {path},"
    if expected.failed == got.failed and expected.brought != got.brought:
        return f"{where} brought other bytes than in the recorded run"
    return f"{where} gave {got}, in the recorded run {expected}"


def _call(answer: Answer) -> str:
    return f'{answer.function}("{answer.about}")' if answer.about else f"{answer.function}()"


def _place(program: Program, site: int) -> str:
    place = program.place_of(site)
    return "an unknown place" if place is None else f"{place.file.rsplit('/', 1)[-1]}:{place.line}"


def _when(recording: Recording, thread: RecordedThread, answer: Answer) -> int:
    """The position of the thread's next record in the order of the whole run."""
    own = np.flatnonzero((recording.sync["thread"] == thread.index) & (recording.sync["blocks"] >= answer.blocks))
    return int(own[0]) if own.size else len(recording.sync)


def _answers(recording: Recording) -> tuple[Program, dict[str, list[Answer]]] | None:
    """By thread. None: the run is too long or too broken to be walked."""
    if recording.events > MOST_EVENTS:
        return None
    for known, answers in _AT_HAND:
        if known is recording:
            return answers
    try:
        program = Program.of(recording.modules, recording.providers, recording.failing)
        asking = _asking_functions(program)
        threads = [thread for thread in recording.threads if np.isin(thread.blocks["site"], asking).any()]
        answers = program, {thread.path: _asked_by(program, recording, thread) for thread in threads}
    except RaddleError:
        return None
    _AT_HAND.append((recording, answers))
    return answers


_AT_HAND: Final[deque[tuple[Recording, tuple[Program, dict[str, list[Answer]]]]]] = deque(maxlen=2)
"""One run is compared with many."""


def _asking_functions(program: Program) -> list[int]:
    """Where those begin in whose text something of this is called: who enters none of them need not be walked."""
    entries = np.array(sorted(program.function_by_entry), np.int64)
    sites = [
        within.site_base + at
        for within in program.modules
        for at, line in enumerate(within.module.lines)
        if (found := _CALL.search(line)) and short_name(found.group(1)) in _OPENING | _COUNTING
    ]
    around = np.searchsorted(entries, np.array(sites, np.int64), side="right") - 1
    return [int(entry) for entry in entries[np.unique(around[around >= 0])]]


def _asked_by(program: Program, recording: Recording, thread: RecordedThread) -> list[Answer]:
    streams = Streams(recording, thread)
    seeing = _Seeing(streams, frozenset(), keep_private=False)
    seeing.memory.update(_arguments(recording))
    walk = _Asking(program, streams, seeing)
    walk.run(thread.index)
    walk.take_error()
    return walk.answers


def _arguments(recording: Recording) -> Iterator[tuple[int, int]]:
    """argv as the runtime copies it: the pointers, then the strings."""
    words = [recording.meta.program, *recording.meta.arguments]
    at = _MAIN_ARGUMENTS + 8 * (len(words) + 1)
    for word in words:
        raw = word.encode("utf-8", "surrogateescape") + b"\0"
        yield from enumerate(raw, start=at)
        at += len(raw)


@dataclass
class _Last:
    """What the emitter has seen since the call."""

    brought: bytearray = field(default_factory=bytearray)
    error_at: int = 0
    error: int = 0


class _Seeing(Emitter):
    """Remembers what the thread wrote, and what library functions brought."""

    def __init__(self, streams: Streams, shared: frozenset[int], *, keep_private: bool) -> None:
        super().__init__(streams, shared, keep_private=keep_private)
        self.memory: dict[int, int] = {}
        self.last = _Last()

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        if address[0] == self.last.error_at:
            self.last.error = value
        return super().read(index, address, size, value, flags)

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        raw = value[0].to_bytes(size, "little")
        self.memory.update(enumerate(raw, start=address[0]))
        if flags & EventFlag.LIBRARY:
            self.last.brought += raw
        super().write(index, address, size, value, flags)

    def text(self, address: int) -> str:
        raw = bytearray()
        while len(raw) < MOST_TEXT and (byte := self.memory.get(address + len(raw), 0)):
            raw.append(byte)
        return raw.decode("utf-8", "replace")


class _Asking(Walk):
    """A walk that keeps the answers."""

    def __init__(self, program: Program, streams: Streams, seeing: _Seeing) -> None:
        super().__init__(program, streams, seeing)
        self._seeing = seeing
        self.answers: list[Answer] = []

    def come_back(self, frame: Frame) -> None:
        call = frame.calling
        assert call is not None
        site, blocks = frame.site(call), self.streams.blocks_read
        name = self.program.callee_at(site)
        brought, self._seeing.last.brought = bytes(self._seeing.last.brought), bytearray()
        about = self._first_text(frame) if name in _OPENING else ""
        super().come_back(frame)
        leaf = frame.registers[call.result][0] if call.result is not None and frame.registers[call.result] else None
        if name == _ERRNO and leaf is not None:
            self._seeing.last = _Last(error_at=leaf[0])
        elif name in _OPENING | _COUNTING and leaf is not None:
            width = width_of(call.type) or 64
            self.take_error()
            pointer = isinstance(call.type, PointerType)
            result = leaf[0] if pointer else signed(leaf[0] & (1 << width) - 1, width)
            self.answers.append(Answer(name, site, about, blocks, result, pointer, brought))

    def take_error(self) -> None:
        """Where the program looked at errno, it did so after the last failure."""
        last = self._seeing.last
        if last.error and self.answers and self.answers[-1].failed:
            self.answers[-1] = replace(self.answers[-1], error=last.error)
        self._seeing.last = _Last()

    def _first_text(self, frame: Frame) -> str:
        assert frame.calling is not None
        for argument in frame.calling.arguments:
            leaves = frame.leaves(argument.operand)
            if isinstance(argument.operand.type, PointerType) and leaves and leaves[0] is not None:
                return text_at(self.program, leaves[0][0]) or self._seeing.text(leaves[0][0])
        return ""
