"""Memory in static single assignment, by bytes: which steps wrote what a READ saw, and which accesses are shared.

A byte that nobody in the run has written holds a constant: what it held in the beginning. So does one that something
else has changed (a library without hooks, the kernel): a read saw there what no step wrote.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from raddle.explain.run import Deed, Step
from raddle.logic.terms import Term, TermStore

MOST_BYTES: Final = 1 << 12
"""Of a slot on a stack that is told apart from what was there before."""
ADDRESS_BITS: Final = 64
Layout = tuple[int | None, ...]
"""For each byte the step that wrote it; None: nobody."""


class Lives:
    """Bytes of stacks: variables of different calls lie at the same addresses, and are different memory."""

    def __init__(self) -> None:
        self._used: set[int] = set()
        self._lives: dict[int, int] = {}
        self._count = 0

    def begin(self, address: int, size: int) -> None:
        """A slot comes to be."""
        if size > MOST_BYTES:
            return
        touched = range(address, address + size)
        if self._used.isdisjoint(touched):
            self._used.update(touched)
            return
        self._count += 1
        for byte in touched:
            self._lives[byte] = self._count

    def address(self, address: int) -> int:
        """With the number of the slot above it, where there was another one before."""
        return self._lives.get(address, 0) << ADDRESS_BITS | address


def real_address(address: int) -> int:
    return address & (1 << ADDRESS_BITS) - 1


class Memory:
    """`steps`: of the run, as far as it has come."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._writers: dict[int, int] = {}
        self._layouts: dict[int, Layout] = {}
        """Of reads that did not see all of one write, as it was."""
        self.changed: list[int] = []
        """Reads that saw what no step wrote, though one had written there before."""

    def read(self, step: Step) -> None:
        """Its sources."""
        address, size = step.address, step.size
        found = [self._writers.get(byte) for byte in range(address, address + size)]
        first = found[0]
        if first is not None and found.count(first) == size:
            writer = self._steps[first]
            if writer.address == address and writer.size == size and writer.value == step.value:
                step.sources = (first,)
                return
        wrong = {
            number
            for offset, number in enumerate(found)
            if number is not None and self._byte_of(number, address + offset) != step.value >> 8 * offset & 0xFF
        }
        for offset, number in enumerate(found):
            if number in wrong:
                found[offset] = None
                del self._writers[address + offset]
        if wrong:
            self.changed.append(step.number)
        self._layouts[step.number] = tuple(found)
        step.sources = tuple(dict.fromkeys(number for number in found if number is not None))

    def write(self, step: Step) -> None:
        writers, number = self._writers, step.number
        for byte in range(step.address, step.address + step.size):
            writers[byte] = number

    def _byte_of(self, number: int, address: int) -> int:
        writer = self._steps[number]
        return writer.value >> 8 * (address - writer.address) & 0xFF

    def value(self, terms: TermStore, step: Step) -> Term:
        """What a READ saw, of the variables of its sources."""
        layout = self._layouts.get(step.number)
        if layout is None:
            return self._variable(terms, step.sources[0])
        whole: Term | None = None
        offset = 0
        while offset < len(layout):
            past = self._past(layout, offset)
            piece = self._piece(terms, step, layout[offset], offset, past)
            whole = piece if whole is None else terms.concat(piece, whole)
            offset = past
        assert whole is not None
        return whole

    def _past(self, layout: Layout, offset: int) -> int:
        past = offset + 1
        while past < len(layout) and layout[past] == layout[offset]:
            past += 1
        return past

    def _piece(self, terms: TermStore, step: Step, writer: int | None, offset: int, past: int) -> Term:
        width = 8 * (past - offset)
        if writer is None:
            return terms.bits(step.value >> 8 * offset, width)
        lowest = 8 * (step.address + offset - self._steps[writer].address)
        return terms.extract(self._variable(terms, writer), lowest, width)

    def _variable(self, terms: TermStore, number: int) -> Term:
        return terms.variable(f"s{number}", self._steps[number].width)


def mark_shared(steps: Iterable[Step]) -> None:
    """Accesses to a byte that two threads touch and one of them writes."""
    accesses = [step for step in steps if step.deed is Deed.READ or step.deed is Deed.WRITE]
    touched: dict[int, int] = {}
    written: set[int] = set()
    for step in accesses:
        thread = 1 << step.thread
        for byte in range(step.address, step.address + step.size):
            touched[byte] = touched.get(byte, 0) | thread
        if step.deed is Deed.WRITE:
            written.update(range(step.address, step.address + step.size))
    shared = {byte for byte, threads in touched.items() if threads & (threads - 1)} & written
    for step in accesses:
        step.shared = any(byte in shared for byte in range(step.address, step.address + step.size))
