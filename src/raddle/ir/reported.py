"""Which side of a branch always comes to a call that says that a check of the test has failed: it is an assertion.

In: a function, and which calls say so (base/frameworks). Out: line of the branch -> the side. The test goes on behind
such a call, and what it says need not count (WARN, tests that may fail): so the exit status of the whole run has the
last word. Exceptions on the way to the call are left out of account.
"""

from functools import cache

from raddle.base.failing import Failing
from raddle.base.frameworks.checks import FailedChecks, failed_checks
from raddle.ir.cxx_names import short_name, without_template_arguments
from raddle.ir.instructions import Branch, Call
from raddle.ir.module import Block, Function
from raddle.ir.values import Constant, Global


def reported_sides(function: Function, judged: Failing) -> dict[int, int]:
    """Of a test that is not judged by its exit status there are none: nothing would have the last word."""
    if judged.passing is None:
        return {}
    checks = failed_checks(judged.fails_at)
    reporting = {block.label for block in function.blocks if _reports(block, function, checks)}
    if not reporting:
        return {}
    doomed = _all_that_come_to(function, reporting)
    return {
        last.line: int(last.if_true in doomed)
        for block in function.blocks
        if isinstance(last := block.instructions[-1], Branch) and (last.if_true in doomed) != (last.if_false in doomed)
    }


def _reports(block: Block, function: Function, checks: FailedChecks) -> bool:
    return any(reports(one, function.name, checks) for one in block.calls)


def reports(call: Call, caller: str, checks: FailedChecks) -> bool:
    """Whether the call says that a check has failed."""
    if not isinstance(call.callee.value, Global) or not checks.may_be_named(call.callee.value.name):
        return False
    values = (argument.operand.value for argument in call.arguments)
    given = [value.bits if isinstance(value, Constant) else None for value in values]
    rows = checks.of(written_name(call.callee.value.name))
    return any(row.is_said(given, written_name(caller)) for row in rows)


@cache
def written_name(linkage: str) -> str:
    """`testing::internal::CmpHelperEQFailure`, of a function of the IR (with its @)."""
    return without_template_arguments(short_name(linkage.lstrip("@")))


def _all_that_come_to(function: Function, doomed: set[str]) -> set[str]:
    grown = True
    while grown:
        grown = False
        for block in function.blocks:
            ahead = _ahead(block)
            if block.label not in doomed and ahead and all(label in doomed for label in ahead):
                doomed.add(block.label)
                grown = True
    return doomed


def _ahead(block: Block) -> tuple[str, ...]:
    """Without the way of an exception."""
    last = block.instructions[-1]
    return last.targets[:1] if isinstance(last, Call) and last.targets else tuple(block.successors)
