"""Which side of a branch inevitably ends in an error call, or in an exception: such a branch is an assertion.

An exception ends the process only where nobody catches it. So a side that can but throw out of its function fails where
the frames around do not catch, which only a walk knows; `catches` says it of one call.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import IntEnum

from raddle.ir.instructions import Branch, Call, LandingPad, Resume
from raddle.ir.module import Block, Function, Module
from raddle.ir.values import Constant, Global

ERROR_FUNCTIONS = frozenset(
    f"@{name}"
    for name in (
        *("__assert_fail", "__assert", "__assert_perror_fail", "reach_error", "__VERIFIER_error", "abort"),
        *("_ZSt9terminatev", "__clang_call_terminate", "__cxa_pure_virtual", "_ZSt21__glibcxx_assert_failPKciS0_S0_"),
    )
)
NOT_AN_ERROR_IN = frozenset({"@assume_abort_if_not", "@__VERIFIER_assume"})
_THROW_FUNCTIONS = frozenset(
    f"@{name}"
    for name in (
        *("__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_bad_typeid"),
        "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
    )
)
_LIBRARY_THROWS = "__throw_"  # std::__throw_out_of_range and its kin
_OUT_OF_MEMORY = ("__throw_length_error", "__throw_bad_alloc", "__throw_bad_array_new_length")
"""Does not happen (docs/soundness.md), and every growing container asks for it."""
_DEEPEST = 4


class Catching(IntEnum):
    """What becomes of an exception out of a call, as far as the caller's frame goes."""

    NO = 0
    MAYBE = 1
    ENDS = 2  # noexcept: std::terminate


@dataclass(frozen=True, slots=True)
class Sides:
    """Line of a branch -> the value of its condition (0 or 1) that fails; that throws out of the function."""

    failing: dict[int, int]
    throwing: dict[int, int]


def failing_sides(function: Function, module: Module | None = None) -> Sides:
    """Branches that fail both ways are left out. Without the module, functions that only throw are not known."""
    if function.name in NOT_AN_ERROR_IN:
        return Sides({}, {})
    failing = _sides(function, doomed_blocks(function))
    throwing = _sides(function, _blocks_that_end(function, module, _DEEPEST))
    return Sides(failing, {line: side for line, side in throwing.items() if line not in failing})


def _sides(function: Function, doomed: Set[str]) -> dict[int, int]:
    sides: dict[int, int] = {}
    for block in function.blocks:
        last = block.instructions[-1]
        if isinstance(last, Branch) and (last.if_true in doomed) != (last.if_false in doomed):
            sides[last.line] = int(last.if_true in doomed)
    return sides


def doomed_blocks(function: Function) -> set[str]:
    """Blocks that inevitably come to an error call."""
    return _all_that_lead_to(function, {block.label for block in function.blocks if _calls_error(block)}, {})


def blocks_that_lead_to(function: Function, ends: set[str]) -> set[str]:
    """Blocks that inevitably come to one of `ends`, with these."""
    return _all_that_lead_to(function, set(ends), {})


def _blocks_that_end(function: Function, module: Module | None, deepest: int) -> set[str]:
    """Blocks from which the function cannot be left but by an error call or an exception."""
    doomed: set[str] = set()
    throwing: dict[str, str] = {}
    for block in function.blocks:
        last = block.instructions[-1]
        if _calls_error(block) or isinstance(last, Resume):
            doomed.add(block.label)
            continue
        thrown = _throwing_call(block, module, deepest)
        if thrown is None:
            continue
        if thrown.targets:
            throwing[block.label] = thrown.targets[1]
        else:
            doomed.add(block.label)
    return _all_that_lead_to(function, doomed, throwing)


def _all_that_lead_to(function: Function, doomed: set[str], throwing: dict[str, str]) -> set[str]:
    """`throwing`: blocks that end in an invoke which throws, with the landing pad."""
    others = [block for block in function.blocks if block.label not in doomed and not _calls(block, NOT_AN_ERROR_IN)]
    grown = True
    while grown:
        grown = False
        for block in others:
            ahead = (throwing[block.label],) if block.label in throwing else block.successors
            if block.label not in doomed and ahead and all(label in doomed for label in ahead):
                doomed.add(block.label)
                grown = True
    return doomed


def _calls_error(block: Block) -> bool:
    """An assumption in the same block comes before it, and may not hold."""
    return _calls(block, ERROR_FUNCTIONS) and not _calls(block, NOT_AN_ERROR_IN)


def _calls(block: Block, names: Set[str]) -> bool:
    return any(
        isinstance(instruction, Call)
        and isinstance(instruction.callee.value, Global)
        and instruction.callee.value.name in names
        for instruction in block.instructions
    )


def _throwing_call(block: Block, module: Module | None, deepest: int) -> Call | None:
    """The call in a block that does not return but throws."""
    for instruction in block.instructions:
        if not isinstance(instruction, Call) or not isinstance(instruction.callee.value, Global):
            continue
        name = instruction.callee.value.name
        if throws_by_name(name):
            return instruction
        if module is None or not deepest or name not in module.functions:
            continue
        if _never_returns(module.functions[name], module) and _only_throws(module.functions[name], module, deepest - 1):
            return instruction
    return None


def _never_returns(function: Function, module: Module) -> bool:
    """By its text alone: few functions are worth parsing."""
    at = function.line
    while module.lines[at] != "}":
        if module.lines[at].startswith("  ret "):
            return False
        at += 1
    return True


def _only_throws(function: Function, module: Module, deepest: int) -> bool:
    return function.entry.label in _blocks_that_end(function, module, deepest)


def throws_by_name(name: str) -> bool:
    """Whether a function of that name (with its @) never returns but throws."""
    if _LIBRARY_THROWS in name and not any(word in name for word in _OUT_OF_MEMORY):
        return name.startswith(("@_ZSt", "@_ZNSt3__1"))
    return name in _THROW_FUNCTIONS


def is_thread_routine(name: str) -> bool:
    """What libstdc++ runs in a std::thread, without a catch around it."""
    bare = name.replace('"', "")  # names with a lambda in them are quoted
    return bare.startswith("@_ZNSt6thread11_State_impl") and bare.endswith("6_M_runEv")


def catching_of(call: Call, function: Function) -> Catching:
    if not call.targets:
        return Catching.NO
    pad = function.block_by_label[call.targets[1]]
    landing = next((one for one in pad.instructions if isinstance(one, LandingPad)), None)
    if landing is None or landing.filtered:
        return Catching.MAYBE
    if not landing.catches:
        return Catching.NO
    everything = any(isinstance(one.value, Constant) and one.value.bits == 0 for one in landing.catches)
    return Catching.ENDS if everything and _calls_error(pad) else Catching.MAYBE
