"""Which side of a branch inevitably ends in an error call: such a branch is an assertion."""

from raddle.ir.instructions import Branch, Call
from raddle.ir.module import Block, Function
from raddle.ir.values import Global

ERROR_FUNCTIONS = frozenset(
    f"@{name}"
    for name in ("__assert_fail", "__assert", "__assert_perror_fail", "reach_error", "__VERIFIER_error", "abort")
)
NOT_AN_ERROR_IN = frozenset({"@assume_abort_if_not", "@__VERIFIER_assume"})


def failing_sides(function: Function) -> dict[int, int]:
    """Line of a branch -> the value of its condition that fails (0 or 1). Branches that fail both ways are left out."""
    if function.name in NOT_AN_ERROR_IN:
        return {}
    doomed = doomed_blocks(function)
    sides: dict[int, int] = {}
    for block in function.blocks:
        last = block.instructions[-1]
        if isinstance(last, Branch) and (last.if_true in doomed) != (last.if_false in doomed):
            sides[last.line] = int(last.if_true in doomed)
    return sides


def doomed_blocks(function: Function) -> set[str]:
    doomed = {block.label for block in function.blocks if _calls_error(block)}
    grown = True
    while grown:
        grown = False
        for block in function.blocks:
            ahead = block.successors
            if block.label not in doomed and ahead and all(label in doomed for label in ahead):
                doomed.add(block.label)
                grown = True
    return doomed


def _calls_error(block: Block) -> bool:
    return any(
        isinstance(instruction, Call)
        and isinstance(instruction.callee.value, Global)
        and instruction.callee.value.name in ERROR_FUNCTIONS
        for instruction in block.instructions
    )
