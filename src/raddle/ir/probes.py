"""What the runtime observes at each instruction: the one agreement between the instrumenter and the walkers.

The walk recomputes every value it can. What it cannot compute (results of calls out of the module, of vector and wide
arithmetic, of unknown intrinsics) the runtime logs, so that every scalar register always has a value. Values of other
types (vectors, x86_fp80, i128) are never known to the walk: they are opaque.
"""

from dataclasses import dataclass
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.module import Module
from raddle.ir.types import FloatType, IntType, VectorType, leaves_of, shape_of, size_of, store_size_of, width_of
from raddle.ir.values import Aggregate, Constant, Expression, Global, Operand, Unmodelled

SCALAR_SIZES = frozenset({1, 2, 4, 8})


@dataclass(frozen=True, slots=True)
class AccessProbe:
    """A load, store or update of `size` bytes; `scalar`: by the hook of that size, otherwise by the one for n bytes."""

    size: int
    scalar: bool


@dataclass(frozen=True, slots=True)
class AllocaProbe:
    pass


@dataclass(frozen=True, slots=True)
class CopyProbe:
    """llvm.memcpy, llvm.memmove"""


@dataclass(frozen=True, slots=True)
class FillProbe:
    """llvm.memset"""


@dataclass(frozen=True, slots=True)
class FenceProbe:
    pass


@dataclass(frozen=True, slots=True)
class ResultProbe:
    """The scalar leaves of the result are logged behind the instruction."""


@dataclass(frozen=True, slots=True)
class CallProbe:
    """A call that may leave the module: a record when it has returned, and its result is logged."""


@dataclass(frozen=True, slots=True)
class LocalCallProbe:
    """A call into this very module: nothing is logged, the walk goes in and comes out with the result."""


Probe = AccessProbe | AllocaProbe | CopyProbe | FillProbe | FenceProbe | ResultProbe | CallProbe | LocalCallProbe | None

_SILENT_INTRINSICS = (
    "lifetime.",
    "dbg.",
    "assume",
    "donothing",
    "prefetch",
    "va_start",
    "va_end",
    "va_copy",
    "stackrestore",
    "experimental.noalias",
    "invariant.",
    "var.annotation",
    "sideeffect",
    "trap",
    "debugtrap",
    "ubsantrap",
    "fake.use",
)
COMPUTED_INTRINSICS = frozenset(
    {"expect", "expect.with.probability", "abs", "smax", "smin", "umax", "umin", "bswap", "fabs"}
    | {"ctpop"}
    | {f"{sign}{op}.with.overflow" for sign in "su" for op in ("add", "sub", "mul")}
)


def intrinsic_of(callee: object) -> str | None:
    """`memcpy` for @llvm.memcpy.p0.p0.i64; None for what is not an intrinsic."""
    if not isinstance(callee, Global) or not callee.name.startswith("@llvm."):
        return None
    words = callee.name[len("@llvm.") :].split(".")
    while len(words) > 1 and _is_type_suffix(words[-1]):
        words.pop()
    return ".".join(words)


def _is_type_suffix(word: str) -> bool:
    return word[:1] in "pifv" and (word[1:].isdigit() or (word.lstrip("pifv0123456789") == "" and word != "f"))


def probe_of(instruction: ins.Instruction, module: Module) -> Probe:
    match instruction:
        case ins.Load(type=of):
            return _access(store_size_of(of), width_of(of) is not None)
        case ins.Store(stored=stored):
            size = store_size_of(stored.type)
            return _access(size, width_of(stored.type) is not None and is_known(stored, module))
        case ins.AtomicUpdate(operand=operand) | ins.CompareExchange(expected=operand):
            return _access(store_size_of(operand.type), width_of(operand.type) is not None)
        case ins.Alloca():
            return AllocaProbe()
        case ins.Fence():
            return FenceProbe()
        case ins.Call():
            return _call_probe(instruction, module)
        case _:
            return ResultProbe() if _needs_result(instruction, module) else None


def _access(size: int, plain: bool) -> AccessProbe:
    return AccessProbe(size, plain and size in SCALAR_SIZES)


def _call_probe(call: ins.Call, module: Module) -> Probe:
    intrinsic = intrinsic_of(call.callee.value)
    if intrinsic is not None:
        if intrinsic.startswith(("memcpy", "memmove")):
            return CopyProbe()
        if intrinsic.startswith("memset"):
            return FillProbe()
        if intrinsic.startswith(_SILENT_INTRINSICS):
            return None
        return ResultProbe() if _has_scalars(call) and not is_computed_intrinsic(call, module) else None
    if isinstance(call.callee.value, Unmodelled):  # inline assembly cannot call back
        return ResultProbe() if _has_scalars(call) else None
    if isinstance(call.callee.value, Global):
        target = module.functions.get(call.callee.value.name)
        if target is not None and not target.replaceable and shape_of(call.type) == shape_of(target.result):
            return LocalCallProbe()
    return CallProbe()


def is_computed_intrinsic(call: ins.Call, module: Module) -> bool:
    return intrinsic_of(call.callee.value) in COMPUTED_INTRINSICS and all(
        width_of(argument.operand.type) is not None and is_known(argument.operand, module)
        for argument in call.arguments
    )


def _has_scalars(instruction: ins.Instruction) -> bool:
    return any(width_of(leaf) is not None for _, leaf in leaves_of(instruction.type))


def _needs_result(instruction: ins.Instruction, module: Module) -> bool:
    """Whether the result has a scalar that cannot be computed from the operands."""
    if instruction.result is None or not _has_scalars(instruction):
        return False
    match instruction:
        case ins.Opaque() | ins.LandingPad():
            return True
        case ins.Cast(opcode=opcode, operand=operand):
            # out of range conversions to integers depend on the machine
            return opcode in ("fptosi", "fptoui") or not _is_scalar(operand, module)
        case ins.Binary(opcode="frem"):
            return True
        case ins.Binary(opcode="sdiv" | "srem" | "udiv" | "urem", right=right) if _may_trap_always(right):
            return True
        case ins.Compare(left=left, right=right) | ins.Binary(left=left, right=right):
            return not (_is_scalar(left, module) and _is_scalar(right, module))
        case ins.Negate(operand=operand) | ins.Freeze(operand=operand):
            return not is_known(operand, module)
        case ins.Select(condition=condition, if_true=if_true, if_false=if_false):
            if isinstance(condition.type, VectorType):
                return True
            return not all(is_known(operand, module) for operand in (condition, if_true, if_false))
        case ins.Phi(incoming=incoming):
            return not all(is_known(operand, module) for operand, _ in incoming)
        case ins.ElementAddress(base=base, indices=indices):
            return not all(_is_scalar(operand, module) for operand in (base, *indices))
        case ins.ExtractValue(aggregate=aggregate):
            return not is_known(aggregate, module)
        case ins.InsertValue(aggregate=aggregate, element=element):
            return not (is_known(aggregate, module) and is_known(element, module))
        case _:
            return False


def _may_trap_always(divisor: Operand) -> bool:
    """0 or -1, where the compiler sees them: its code need not trap where the machine's division would."""
    match divisor:
        case Operand(type=IntType(bits), value=Constant(value)):
            return value in (0, (1 << bits) - 1)
        case _:
            return False


def _is_scalar(operand: Operand, module: Module) -> bool:
    return width_of(operand.type) is not None and is_known(operand, module)


def is_known(operand: Operand, module: Module) -> bool:
    """Whether the walk can tell the operand's value (of an opaque type: whether it need not)."""
    match operand.value:
        case Unmodelled():
            return isinstance(operand.type, FloatType) and width_of(operand.type) is None
        case Global(name):
            variable = module.globals.get(name)
            return variable is None or not variable.thread_local
        case Expression(operands=operands) | Aggregate(elements=operands):
            return all(is_known(inner, module) for inner in operands)
        case _:
            return True


def logged_leaves(instruction: ins.Instruction) -> list[tuple[tuple[int, ...], int]]:
    """Path and width of each leaf that a ResultProbe or CallProbe logs, in order."""
    found = []
    for path, leaf in leaves_of(instruction.type):
        width = width_of(leaf)
        if width is not None:
            found.append((path, width))
    return found


def byval_arguments(call: ins.Call) -> list[tuple[Operand, int]]:
    """Arguments that the call copies to the callee's stack, with their sizes: each is read at the call."""
    return [(argument.operand, size_of(argument.byval)) for argument in call.arguments if argument.byval is not None]


_ATOMIC_FUNCTION = "@__VERIFIER_atomic_"
_ATOMIC_MARKERS = frozenset({"@__VERIFIER_atomic_begin", "@__VERIFIER_atomic_end"})


def is_atomic_function(name: str) -> bool:
    """SV-COMP: nobody interrupts a function of such a name; it is a region from its entry to its return."""
    return name.startswith(_ATOMIC_FUNCTION) and name not in _ATOMIC_MARKERS


_MARKS: Final = {'asm "# raddle.h: atomic begin" ': True, 'asm "# raddle.h: atomic end" ': False}


def block_mark(call: ins.Call) -> bool | None:
    """Of native/raddle.h: True where a block that is to be atomic begins, False where it ends; None: no such mark."""
    if not isinstance(call.callee.value, Unmodelled):
        return None
    return next((begins for mark, begins in _MARKS.items() if call.callee.value.text.startswith(mark)), None)
