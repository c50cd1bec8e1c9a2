"""Which events of a violation matter to it: what a person should see of it."""

from raddle.decide.answers import Violated
from raddle.encode.encoder import Encoder
from raddle.encode.heads import done_by
from raddle.model.actions import Acquire, Check, Exit, Release, Start, Step
from raddle.model.goals import Goal
from raddle.predict.numbering import Numbering


class Relevant:
    """To one goal: reads that it depends on, writes to the same cells, and how threads wait for each other, but for
    locks."""

    def __init__(self, encoder: Encoder, goal: Goal) -> None:
        self._index = encoder.index
        self._reads = encoder.reads_that_matter(goal)
        self._done = frozenset(done_by(goal))
        self._cells = {cell for variable in self._reads for cell in encoder.index.reads[variable][1].cells}

    def __call__(self, event: int) -> bool:
        action = self._index.ctp.events[event].action
        if event in self._done:
            return True
        if isinstance(action, Step):
            return any(read.variable in self._reads for read in action.reads) or any(
                not self._cells.isdisjoint(write.cells) for write in action.writes
            )
        return not isinstance(action, Check | Acquire | Release)


def relevant_events(encoder: Encoder, violated: Violated, numbering: Numbering) -> frozenset[tuple[str, int]]:
    """Thread and number of the visible event."""
    relevant, ctp = Relevant(encoder, violated.goal), encoder.index.ctp
    events = [ctp.events[move.event] for move in violated.moves if relevant(move.event)]
    return frozenset(
        (ctp.threads[event.thread].name, numbering.done_at(event))
        for event in events
        if not isinstance(event.action, Start | Exit)
    )
