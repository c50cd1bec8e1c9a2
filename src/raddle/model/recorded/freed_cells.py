"""Which cells are given back by a record of the recording: free(), delete, realloc()."""

from raddle.model.recorded.memory import Extent, Memory
from raddle.trace.freed import freed_blocks
from raddle.trace.recorded import Recording


def freed_cells(recording: Recording, memory: Memory) -> dict[int, tuple[int, ...]]:
    """Position of the record -> cells; only where there are any."""
    found = {}
    for block in freed_blocks(recording):
        cells = memory.cells_in(Extent(block.address, block.size))
        if cells:
            found[block.position] = cells
    return found
