"""Random loads, stores and copies of every size and place over memory that is partly shared: both walkers agree."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.trace.alone import Phase
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.walk import Trace
from tests.support.both_walks import alone_by_both, walked_by_both
from tests.support.hand_made import Log, address_of, recording_of

pytestmark = pytest.mark.compiler

SIZES = (1, 2, 3, 4, 6, 8)
OWN = {"main": 0x7000_0005, "main.1": 0x7100_0005}
ROOM = 40


@dataclass(frozen=True)
class Step:
    """`value`: which earlier load is stored. Places beyond ROOM / 2 are in the shared variable."""

    kind: str
    place: int
    size: int
    source: int
    value: int


STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(("load", "store", "copy", "fill", "rmw", "swap")),
        st.integers(0, ROOM - 10),
        st.sampled_from(SIZES),
        st.integers(0, ROOM - 10),
        st.integers(0, 10),
    ),
    max_size=25,
)


@dataclass
class Program:
    lines: list[str] = field(default_factory=list)
    loads: list[int] = field(default_factory=list)  # sizes, by number of the load

    def text(self, steps: list[Step]) -> str:
        self._load(ROOM // 2 + 1, 8)
        for number, step in enumerate(steps):
            self._step(number, step)
        head = "@x = global [40 x i8] zeroinitializer\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        head += "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
        return (
            head
            + "define void @main() {\nentry:\n  %p = alloca [40 x i8]\n"
            + "\n".join(self.lines)
            + "\n  ret void\n}\n"
        )

    def _at(self, name: str, place: int) -> None:
        base, offset = ("%p", place) if place < ROOM // 2 else ("@x", place - ROOM // 2)
        self.lines.append(f"  %{name} = getelementptr i8, ptr {base}, i64 {offset}")

    def _load(self, place: int, size: int) -> None:
        number = len(self.loads)
        self._at(f"at{number}", place)
        self.lines.append(f"  %load{number} = load i{8 * size}, ptr %at{number}")
        self.loads.append(size)

    def _resized(self, number: int, load: int, size: int) -> str:
        """The loaded value as so many bytes."""
        held = self.loads[load % len(self.loads)]
        load %= len(self.loads)
        if held == size:
            return f"%load{load}"
        word = "trunc" if held > size else "zext"
        self.lines.append(f"  %resized{number} = {word} i{8 * held} %load{load} to i{8 * size}")
        return f"%resized{number}"

    def _step(self, number: int, step: Step) -> None:
        if step.kind == "load":
            self._load(step.place, step.size)
            return
        atomic = 8 if step.size > 4 else 4
        size = atomic if step.kind in ("rmw", "swap") else step.size
        value = self._resized(number, step.value, size)
        self._at(f"to{number}", step.place)
        if step.kind == "store":
            self.lines.append(f"  store i{8 * size} {value}, ptr %to{number}")
        elif step.kind == "rmw":
            self.lines.append(f"  %rmw{number} = atomicrmw xor ptr %to{number}, i{8 * size} {value} seq_cst")
        elif step.kind == "swap":
            of = f"i{8 * size}"
            self.lines.append(f"  %swap{number} = cmpxchg ptr %to{number}, {of} 0, {of} {value} seq_cst monotonic")
        elif step.kind == "fill":
            self.lines.append(f"  call void @llvm.memset.p0.i64(ptr %to{number}, i8 5, i64 {size}, i1 false)")
        else:
            self._at(f"from{number}", step.source)
            copied = f"ptr %to{number}, ptr %from{number}, i64 {size}, i1 false"
            self.lines.append(f"  call void @llvm.memcpy.p0.p0.i64({copied})")


class Machine:
    """Performs the steps for one thread, and logs what the runtime would."""

    def __init__(self, text: str, path: str) -> None:
        self.memory = bytearray(range(1, ROOM + 21))
        self.own, self.shared = OWN[path], address_of(text, "@x")
        self.log = Log(text, path).record("entry:").value(self.own)
        self.loaded: list[int] = []

    def address(self, place: int) -> int:
        return self.own + place if place < ROOM // 2 else self.shared + place - ROOM // 2

    def get(self, place: int, size: int) -> int:
        return int.from_bytes(self.memory[place : place + size], "little")

    def put(self, place: int, size: int, value: int) -> None:
        self.memory[place : place + size] = value.to_bytes(size, "little")

    def load(self, place: int, size: int) -> None:
        self.loaded.append(self.get(place, size))
        self.log.load(self.address(place), size, self.loaded[-1])

    def run(self, steps: list[Step]) -> Log:
        self.load(ROOM // 2 + 1, 8)
        for step in steps:
            self.step(step)
        return self.log

    def step(self, step: Step) -> None:
        place, size = step.place, step.size
        if step.kind == "load":
            self.load(place, size)
            return
        if step.kind in ("rmw", "swap"):
            size = 8 if size > 4 else 4
        value = self.loaded[step.value % len(self.loaded)] % 2 ** (8 * size)
        old, address = self.get(place, size), self.address(place)
        match step.kind:
            case "store" if size in (1, 2, 4, 8):
                self.log.store(address, value)
                self.put(place, size, value)
            case "store":
                self.log.load(address, size, value)
                self.put(place, size, value)
            case "rmw":
                self.log.load(address, size, old)
                self.put(place, size, old ^ value)
            case "swap":
                self.log.load(address, size, old)
                self.put(place, size, value if old == 0 else old)
            case "fill":
                self.log.count += 1
                self.log.note(address, 5, size)
                self.put(place, size, int.from_bytes(b"\5" * size, "little"))
            case _:
                data = bytes(self.memory[step.source : step.source + size])
                self.log.count += 2
                self.log.note(self.address(step.source), address, size).bytes(data)
                self.memory[place : place + size] = data


def straddles(step: Step) -> bool:
    """Crosses from the thread's own memory to the shared variable, which are not neighbours."""
    size = 8 if step.kind in ("rmw", "swap") else step.size
    half = ROOM // 2
    return step.place < half < step.place + size or step.source < half < step.source + size


@given(STEPS.map(lambda steps: [step for step in steps if not straddles(step)]), st.booleans())
@settings(max_examples=150, deadline=None)
def test_terms_survive_every_way_through_memory(steps: list[Step], keep_private: bool) -> None:
    steps = [Step("store", ROOM // 2 + 1, 8, 0, 0), *steps]  # so that there is something shared
    text = Program().text(steps)
    logs = [Machine(text, path).run(steps) for path in OWN]
    walked_by_both(recording_of(*logs), keep_private=keep_private)


@given(
    STEPS.map(lambda steps: [step for step in steps if not straddles(step)]),
    st.integers(0, 12),
    st.integers(1, 20),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_alone_a_thread_reads_what_it_knows_without_events(
    steps: list[Step], begin: int, length: int, first: bool
) -> None:
    behind = Step("load", ROOM // 2 + 1, 8, 0, 0)
    steps = [Step("store", ROOM // 2 + 1, 8, 0, 0), *steps, behind]
    text = Program().text(steps)
    logs = [Machine(text, path).run(steps) for path in OWN]
    whole = walked_by_both(recording_of(*logs))
    end = min(begin + length, whole.recording.threads[0].count - 1)
    short = alone_by_both(whole, ((Phase(min(begin, end), end, first),), ()))
    assert len(short.threads[1].events) == len(whole.threads[1].events)
    assert _contents(short) == _contents(whole)


def _contents(trace: Trace) -> list[dict[int, int]]:
    """Of each thread: what each byte holds that it wrote, at the end of all its events."""
    found: list[dict[int, int]] = []
    for thread in trace.threads:
        held: dict[int, int] = {}
        for event in thread.events:
            kind, value = event["kind"], int(event["value"])
            if kind == EventKind.UPDATE:
                value = int(event["written"])
            if kind in (EventKind.WRITE, EventKind.UPDATE) and not event["flags"] & EventFlag.FAILED:
                held |= {int(event["address"]) + at: value >> 8 * at & 0xFF for at in range(int(event["size"]))}
        found.append(held)
    return found
