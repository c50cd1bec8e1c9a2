"""Both walkers on one recording: they must agree, in what they yield and in what they refuse."""

from raddle.base.errors import RaddleError
from raddle.trace.alone import Phases
from raddle.trace.blocks import AS_DECLARED, AtomicBlocks
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace, walk_reference, without_alone_reference
from raddle.trace.walk_fast import walk_fast, without_alone
from tests.support.fidelity import first_difference


def walked_by_both(recording: Recording, *, keep_private: bool = False, blocks: AtomicBlocks = AS_DECLARED) -> Trace:
    """The trace, which is the same from both."""
    reference = walk_reference(recording, keep_private=keep_private, blocks=blocks)
    fast = walk_fast(recording, keep_private=keep_private, blocks=blocks)
    assert first_difference(reference, fast) == ""
    return fast


def alone_by_both(trace: Trace, phases: Phases | None = None) -> Trace:
    """Without what threads do while they are alone, which is the same from both."""
    fast = without_alone(trace, phases)
    assert first_difference(without_alone_reference(trace, phases), fast) == ""
    return fast


def refused_by_both(recording: Recording) -> str:
    """The message, which is the same from both."""
    words = []
    for walk in (walk_reference, walk_fast):
        try:
            walk(recording)
        except RaddleError as error:
            words.append(f"{type(error).__name__}: {error}")
    assert len(words) == 2 and words[0] == words[1], words
    return words[0]


def same_from_both(recording: Recording) -> str:
    """For recordings that may or may not be refused: what was said, or nothing."""
    try:
        reference = walk_reference(recording)
    except RaddleError:
        return refused_by_both(recording)
    assert first_difference(reference, walk_fast(recording)) == ""
    return ""
