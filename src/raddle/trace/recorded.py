"""A recording in memory: `Recording` and its parts, over arrays that are mapped from the file.

Nothing is copied or decompressed before it is asked for. Everything later stages rely on was checked when it was loaded
(trace/recording.py).
"""

import re
import signal
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.chunks import Bytes
from raddle.base.errors import UserError
from raddle.base.failing import WHATEVER_THE_STATUS, Failing, failing_of
from raddle.base.own_mark import Commands
from raddle.base.process import signal_name
from raddle.base.segments import Segment
from raddle.base.trace_format import trace_format
from raddle.ir.cxx_names import demangle_type
from raddle.trace.providers import Providers

MOST_UNPACKED: Final = 200
"""Bytes of IR for each byte that it is kept in; it is five to ten as a rule."""
LEAST_IR: Final = 1 << 20
_BY_CALLS: Final = re.compile(r"@(?:__VERIFIER_\w+|reach_error)\(")

Records = npt.NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Meta:
    """What was known before the run."""

    raddle: str
    program: str
    sha256: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    control: Mapping[str, object]
    modules: tuple[str, ...]
    stdin_changed_ns: int = 0
    before: str | None = None
    """The shell command that went before the run."""
    mark: str | None = None
    """Of who recorded it (base/own_mark.py)."""
    folder: str | None = None
    """In which it ran; None: that was not kept."""

    @property
    def commands(self) -> Commands:
        return Commands(self.program, self.sha256, self.arguments, self.environment, self.before, self.folder)


@dataclass(frozen=True, slots=True)
class Library:
    """An instrumented shared library that the run loaded."""

    path: str
    sha256: str
    modules: tuple[str, ...]
    """Hashes of the IR texts that came with it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What was known after it. Exactly one of status and signal is set."""

    status: int | None
    signal: int | None
    timed_out: bool
    seconds: float
    outcome: str
    stderr: tuple[str, ...] = ()
    """Last lines of what the program wrote there; none where that was not captured."""


@dataclass(frozen=True)
class Module:
    """One module of the program as this run loaded it."""

    hash: str
    site_base: int
    sites: int
    addresses: npt.NDArray[np.uint64]
    """The run-time address of each name in the module's address table."""
    compressed: bytes | None = field(repr=False)
    where: Path
    file: str = ""
    """The shared library it came with; none: the executable."""

    @cached_property
    def text(self) -> str:
        """The normalised IR."""
        if self.compressed is None:
            raise UserError(f"the recording does not hold the IR of module {self.hash}", where=self.where)
        try:
            text = _unpacked(self.compressed)
        except (zlib.error, UnicodeDecodeError) as error:
            raise UserError("the recording is damaged: its IR", where=self.where, advice="record again") from error
        return text


@dataclass(frozen=True)
class MovedSites:
    """Sites of shared libraries as logged (they follow from where each was loaded) -> behind those of the executable.

    What is logged depends on addresses; the numbers used from here on depend on the order of loading only.
    """

    logged: npt.NDArray[np.uint32]
    """First site of each library module, ascending."""
    moved: npt.NDArray[np.uint32]

    def applied(self, blocks: Records) -> Records:
        sites = blocks["site"]
        number = np.searchsorted(self.logged, sites, side="right") - 1
        of_library = number >= 0
        result = blocks.copy()
        result["site"][of_library] = (sites - self.logged[number] + self.moved[number])[of_library]
        return result


@dataclass(frozen=True)
class RecordedThread:
    """One thread's page and its two streams."""

    index: int
    path: str
    parent: int | None
    count: int
    """Visible events performed."""
    start_routine: int
    start_argument: int
    stack_low: int
    stack_high: int
    block_parts: tuple[Bytes, ...] = field(repr=False)
    value_parts: tuple[Bytes, ...] = field(repr=False)
    moved_sites: "MovedSites | None" = None

    @cached_property
    def blocks(self) -> Records:
        """struct rd_block_record each."""
        blocks = join_parts(self.block_parts).view(trace_format().struct("rd_block_record"))
        return blocks if self.moved_sites is None else self.moved_sites.applied(blocks)

    @cached_property
    def values(self) -> Bytes:
        return join_parts(self.value_parts)


@dataclass(frozen=True)
class Recording:
    """One run."""

    path: Path
    meta: Meta
    final: Ending | None
    """None: the recorder was killed before it could write it."""
    outcome: str
    """RD_OUTCOME_* in lower case, as far as the runtime knew."""
    modules: tuple[Module, ...]
    threads: tuple[RecordedThread, ...]
    sync_parts: tuple[Bytes, ...] = field(repr=False)
    stdin_part: Bytes | None = field(repr=False)
    libraries: tuple[Library, ...] = ()
    last_words: bytes = b""
    """Of a C++ exception that nobody caught: its type as type_info names it, a 0, what()."""
    strangers: tuple[tuple[str, str], ...] = ()
    """Libraries without hooks: path, and what each does (creates threads, uses locks)."""
    providers: Providers = field(default_factory=Providers, repr=False)
    """Which files are loaded where."""

    @cached_property
    def failing(self) -> Failing:
        """What counts as a failed test. One that is written by the rules of SV-COMP is judged by its calls alone."""
        texts = (module.text for module in self.modules if module.compressed is not None)
        return WHATEVER_THE_STATUS if any(map(_BY_CALLS.search, texts)) else failing_of(self.meta.control)

    @property
    def terminated(self) -> str:
        """`uncaught std::runtime_error: what it says`; empty: std::terminate was not called."""
        name, zero, said = self.last_words.partition(b"\0")
        if not zero:
            return ""
        if not name:
            return "std::terminate is called"
        of, text = demangle_type(name.decode("utf-8", "replace").lstrip("*")), said.decode("utf-8", "replace")
        return f"uncaught {of}: {text}" if text else f"uncaught {of}"

    @cached_property
    def sync(self) -> Records:
        """struct rd_sync_record each, in their global order."""
        return join_parts(self.sync_parts).view(trace_format().struct("rd_sync_record"))

    @property
    def stdin(self) -> bytes | None:
        """What the program was given; None: it had a terminal."""
        return None if self.stdin_part is None else self.stdin_part.tobytes()

    @property
    def events(self) -> int:
        """Visible events of all threads."""
        return sum(thread.count for thread in self.threads)

    @property
    def ending(self) -> str:
        """How the program ended, in words."""
        words = {"assert": "assertion failed", "error": "error function called", "assume": "assumption does not hold"}
        words |= {"deadlock": "deadlock", "diverged": "schedule not followed", "limit": "limit of events or bytes"}
        words |= {"refused": "refused: it called what cannot be modelled"}
        if self.terminated and self.outcome == "abort":
            return self.terminated
        if self.outcome in words:
            return words[self.outcome]
        if self.final is None:
            return "unknown: the recorder was killed"
        if self.final.timed_out:
            return "time limit"
        if self.final.signal is not None:
            return f"signal {signal_name(self.final.signal)}"
        return f"exit status {self.final.status}"

    @property
    def stderr(self) -> tuple[str, ...]:
        """Its last lines."""
        return () if self.final is None else self.final.stderr

    @property
    def is_cut_short(self) -> bool:
        """Whether it may have ended while the runtime was logging the bytes of an access: at one whose memory is not
        there, or by somebody else's will."""
        final = self.final
        return final is not None and (final.timed_out or final.signal not in (None, signal.SIGABRT))

    def of_kind(self, *names: str) -> Records:
        """The sync records of these kinds (RD_LOCK...), in order."""
        fmt = trace_format()
        return self.sync[np.isin(self.sync["kind"], [fmt[name] for name in names])]

    def segments(self) -> list[Segment]:
        """The schedule that was run: who took the baton, and how far each got before it next took it."""
        switches = self.of_kind("RD_SWITCH")
        takers = np.concatenate([[0], switches["thread"].astype(np.int64)])
        began = np.concatenate([[0], switches["count"].astype(np.int64)])
        upto = np.zeros_like(began)
        for thread in self.threads:
            turns = np.flatnonzero(takers == thread.index)
            upto[turns] = np.append(began[turns[1:]], thread.count) if turns.size else 0
        moved = upto > began
        takers, upto = takers[moved], upto[moved]
        last = np.ones(takers.size, np.bool_)
        last[:-1] = takers[1:] != takers[:-1]
        paths = [thread.path for thread in self.threads]
        return [Segment(paths[t], u) for t, u in zip(takers[last].tolist(), upto[last].tolist(), strict=True)]


@lru_cache(maxsize=64)
def _unpacked(compressed: bytes) -> str:
    """No more than is in proportion: a few bytes may stand for very many. Runs of one program have the same texts."""
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(compressed, LEAST_IR + MOST_UNPACKED * len(compressed))
    if not unpacking.eof:
        raise zlib.error("it is cut off, or too large")
    return text.decode("utf-8")


def join_parts(parts: tuple[Bytes, ...]) -> Bytes:
    """One stream out of its chunks; a stream in one chunk is not copied."""
    if not parts:
        return np.zeros(0, np.uint8)
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
