"""Which side of a branch inevitably ends in an error call, or in an exception: such a branch is an assertion.

An exception ends the process only where nobody catches it. So a side that can but throw out of its function fails where
the frames around do not catch, which only a walk knows; `catches` says it of one call. Where a test is judged by its
exit status, a side also fails that can but end the process with one that does not pass, or return it from main; and one
that comes to a call by which a test framework says so (ir/reported.py).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum

from raddle.base.failing import WHATEVER_THE_STATUS, Failing
from raddle.ir.instructions import Branch, Call, LandingPad, Resume, Return
from raddle.ir.module import PROGRAM_MAIN, Block, Function, Module
from raddle.ir.reported import reported_sides
from raddle.ir.values import Constant, Global, Local, Operand

ERROR_FUNCTIONS = frozenset(
    f"@{name}"
    for name in (
        *("__assert_fail", "__assert", "__assert_perror_fail", "reach_error", "__VERIFIER_error", "abort"),
        *("_ZSt9terminatev", "__clang_call_terminate", "__cxa_pure_virtual", "_ZSt21__glibcxx_assert_failPKciS0_S0_"),
    )
)
EXIT_FUNCTIONS = frozenset({"@exit", "@_exit", "@_Exit", "@quick_exit"})
"""They end the process, with the status that they are given."""
MAIN = f"@{PROGRAM_MAIN}"
ASSUMING_FUNCTIONS = frozenset({"@assume_abort_if_not", "@__VERIFIER_assume"})
ASSUMPTION_FAILED = "@__VERIFIER_assumption_failed"
"""What they call in place of abort (capture/normalise.py)."""
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
    """Line of a branch -> the value of its condition (0 or 1) that fails; that throws out of the function; after which
    the process can but end with a status that fails. Each branch is in one of them, but throwing may be there too."""

    failing: dict[int, int]
    throwing: dict[int, int]
    ending: dict[int, int] = field(default_factory=dict)
    reported: dict[int, int] = field(default_factory=dict)
    """That comes to a call which says that a check of the test has failed (ir/reported.py)."""

    def in_the_end(self, line: int) -> int | None:
        """The value after which the test fails, though it goes on there; None: neither does."""
        return self.ending.get(line, self.reported.get(line))


def failing_sides(function: Function, module: Module | None = None, judged: Failing = WHATEVER_THE_STATUS) -> Sides:
    """Branches that fail both ways are left out. Without the module, functions that only throw are not known."""
    doomed = doomed_blocks(function)
    failing = _sides(function, doomed)
    throwing = _sides(function, _blocks_that_end(function, module, _DEEPEST))
    ending = {}
    if judged.passing is not None:
        ending = _without(_sides(function, _doomed_by_status(function, module, judged, doomed)), failing)
    reported = _without(_without(reported_sides(function, judged), failing), ending)
    return Sides(failing, _without(throwing, failing), ending, reported)


def _without(sides: dict[int, int], known: dict[int, int]) -> dict[int, int]:
    return {line: side for line, side in sides.items() if line not in known}


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


def _doomed_by_status(function: Function, module: Module | None, judged: Failing, doomed: Set[str]) -> set[str]:
    """With those that come to an error call: blocks after which the process can but end with a status that fails."""
    ending = {block.label for block in function.blocks if _ends_badly(block, module, judged, _DEEPEST)}
    if function.name == MAIN:
        ending |= {block.label for block in function.blocks if _returns_badly(block, function, judged)}
    return _all_that_lead_to(function, ending | doomed, {})


def _ends_badly(block: Block, module: Module | None, judged: Failing, deepest: int) -> bool:
    """It calls what ends the process so; be it a function of the program that never returns."""
    for instruction in block.calls:
        if not isinstance(instruction.callee.value, Global):
            continue
        if is_ending(instruction):
            given = instruction.arguments[0].operand.value
            return isinstance(given, Constant) and judged.by_status(given.bits)
        name = instruction.callee.value.name
        own = module.functions.get(name) if module is not None and deepest else None
        if own is not None and module is not None and own.never_returns:
            bad = {one.label for one in own.blocks if _ends_badly(one, module, judged, deepest - 1)}
            return own.entry.label in _all_that_lead_to(own, bad | doomed_blocks(own), {})
    return False


def _returns_badly(block: Block, main: Function, judged: Failing) -> bool:
    """From here main can but return a constant that fails, or throw what ends the process."""
    way = [block]
    while not isinstance(way[-1].instructions[-1], Return):
        ahead = _unless_it_throws_out(way[-1], main)
        if len(ahead) != 1 or len(way) > len(main.blocks):
            return False
        way.append(main.block_by_label[ahead[0]])
    returned = way[-1].instructions[-1]
    assert isinstance(returned, Return)
    value = returned.operand and _on_the_way(returned.operand, way)
    return value is not None and isinstance(value.value, Constant) and judged.by_status(value.value.bits)


def _unless_it_throws_out(block: Block, main: Function) -> tuple[str, ...]:
    """Where it goes on, without an exception that nobody in the function catches."""
    last = block.instructions[-1]
    if not isinstance(last, Call) or len(last.targets) != 2:
        return block.successors
    pads = [one for one in main.block_by_label[last.targets[1]].instructions if isinstance(one, LandingPad)]
    is_caught = not pads or any(pad.catches or pad.filtered for pad in pads)
    return block.successors if is_caught else last.targets[:1]


def _on_the_way(operand: Operand, way: Sequence[Block]) -> Operand:
    """What it is worth where the blocks were gone through in this order, as far as they say."""
    for before, block in zip(way[-2::-1], way[:0:-1], strict=True):
        name = operand.value.name if isinstance(operand.value, Local) else None
        phi = next((one for one in block.phis if one.result == name), None)
        if phi is not None:
            operand = next(value for value, label in phi.incoming if label == before.label)
    return operand


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
    if not doomed:
        return doomed
    others = [block for block in function.blocks if block.label not in doomed and not _calls(block, ASSUMING_FUNCTIONS)]
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
    return _calls(block, ERROR_FUNCTIONS) and not _calls(block, ASSUMING_FUNCTIONS)


def _calls(block: Block, names: Set[str]) -> bool:
    return not block.called.isdisjoint(names)


def _throwing_call(block: Block, module: Module | None, deepest: int) -> Call | None:
    """The call in a block that does not return but throws."""
    for instruction in block.calls:
        if not isinstance(instruction.callee.value, Global):
            continue
        name = instruction.callee.value.name
        if throws_by_name(name):
            return instruction
        if module is None or not deepest or name not in module.functions:
            continue
        own = module.functions[name]
        if own.never_returns and _only_throws(own, module, deepest - 1):
            return instruction
    return None


def _only_throws(function: Function, module: Module, deepest: int) -> bool:
    return function.entry.label in _blocks_that_end(function, module, deepest)


def throws_by_name(name: str) -> bool:
    """Whether a function of that name (with its @) never returns but throws."""
    if _LIBRARY_THROWS in name and not any(word in name for word in _OUT_OF_MEMORY):
        return name.startswith(("@_ZSt", "@_ZNSt3__1"))
    return name in _THROW_FUNCTIONS


def is_ending(call: Call) -> bool:
    """It ends the process with the status that it is given."""
    return isinstance(call.callee.value, Global) and call.callee.value.name in EXIT_FUNCTIONS and bool(call.arguments)


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
