"""What came of a replay, in words."""

from typing import assert_never

from raddle.base.exits import Exit
from raddle.replay.replay import Confirmed, CutOff, Diverged, NotReached, ReplayResult


def told_replay(result: ReplayResult) -> tuple[str, Exit]:
    """And the status that goes with it."""
    match result:
        case Confirmed(_, seen, moved):
            note = " (only addresses differ: the system does not let them be fixed)" if moved else ""
            return f"replayed: {seen}{note}", Exit.NOTHING_FOUND
        case NotReached(_, expected, seen, world):
            return f"not reached: expected {expected}, seen {seen}{_because(world)}", Exit.INCONCLUSIVE
        case Diverged(_, what, cause, _, world):
            return f"diverged (cause: {cause.value}): {what}{_because(world)}", Exit.INTERNAL_ERROR
        case CutOff():
            return "cut off at its time limit: how it would have gone on is not known", Exit.INCONCLUSIVE
        case _:
            assert_never(result)


def not_again(result: NotReached | Diverged | CutOff) -> str:
    """Why a failure did not come a second time."""
    match result:
        case NotReached(_, expected, seen):
            said = f"expected {expected}, seen {seen}"
        case Diverged(_, what, cause):
            said = f"the run diverged (cause: {cause.value}): {what}"
        case CutOff():
            said = "the run was cut off at its time limit"
    return f"the failure did not come again: {said}{_because(result.world)}"


def _because(world: str) -> str:
    return f"\n  {world}" if world else ""
