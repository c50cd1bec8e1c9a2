"""Which cells are given back by a record of the recording: free(), delete, realloc()."""

from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.objects import Lies, Objects
from raddle.trace.freed import FreedBlock, freed_blocks
from raddle.trace.recorded import Recording


class Freed:
    def __init__(self, recording: Recording, memory: Memory, objects: Objects) -> None:
        self._memory = memory
        self._objects = objects
        self._at = {block.position: block for block in freed_blocks(recording)}

    def at(self, position: int) -> FreedBlock | None:
        """The block that the record there gives back."""
        return self._at.get(position)

    def is_block(self, address: int) -> bool:
        """Whether a block of the heap begins there."""
        return self._objects.block_at(address) is not None

    def place_in_block(self, address: int) -> int:
        """How far behind the beginning of its block; -1: in none."""
        block = self._objects.around(address)
        return -1 if block is None or block.lies is not Lies.HEAP else address - block.address

    def cells_in(self, address: int, size: int) -> tuple[int, ...]:
        return self._memory.cells_in(Extent(address, size))

    def cells_of(self, address: int) -> tuple[int, ...]:
        """Of the block that begins there."""
        block = self._objects.block_at(address)
        return () if block is None else self.cells_in(block.address, block.size)
