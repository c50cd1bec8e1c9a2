"""The parser reads every form that clang -O0 with sroa prints, and refuses what it does not know."""

import pytest

from raddle.base.errors import UserError
from raddle.ir import instructions as ins
from raddle.ir.errors import IrSyntaxError
from raddle.ir.parse import parse_module
from raddle.ir.types import POINTER, ArrayType, IntType, StructType, VectorType
from raddle.ir.values import Constant, Expression, Global, Local, Text, Unmodelled, Zero


def body_of(*lines: str, header: str = "define void @f(i32 %x, ptr %p)") -> list[ins.Instruction]:
    text = "\n".join([f"{header} {{", "bb:", *(f"  {line}" for line in lines), "}"])
    return list(parse_module(text).functions["@f"].blocks[0].instructions)


def test_a_load_has_type_address_order_and_volatility() -> None:
    plain, atomic, volatile = body_of(
        "%a = load i32, ptr @g, align 4, !dbg !12",
        '%b = load atomic i32, ptr %p syncscope("agent") acquire, align 4',
        "%c = load volatile i8, ptr %p, align 1",
    )[:3]
    assert isinstance(plain, ins.Load) and plain.address.value == Global("@g")
    assert (plain.debug, plain.order, plain.volatile) == (12, "", False)
    assert isinstance(atomic, ins.Load) and atomic.order == "acquire"
    assert isinstance(volatile, ins.Load) and volatile.volatile


def test_a_constant_expression_address_is_an_expression() -> None:
    (store,) = body_of("store i32 -1, ptr getelementptr inbounds nuw (%struct.s, ptr @g, i32 0, i32 1), align 4")
    assert isinstance(store, ins.Store)
    assert store.stored.value == Constant(0xFFFFFFFF)
    assert isinstance(store.address.value, Expression)
    assert store.address.value.opcode == "getelementptr"


def test_calls_keep_byval_variadic_and_indirect_callees() -> None:
    known, variadic, indirect, assembly = body_of(
        "call void @g(ptr noundef byval(%struct.s) align 8 %p, i32 noundef signext %x) #3, !dbg !7",
        "%r = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %x)",
        "%q = tail call zeroext i8 %p(i64 noundef 3)",
        '%s = call i64 asm sideeffect "mov $0, $1", "=r,r,~{memory}"(i64 5) #4',
    )
    assert isinstance(known, ins.Call) and known.arguments[0].byval is not None and known.arguments[1].byval is None
    assert isinstance(variadic, ins.Call) and variadic.variadic and variadic.type == IntType(32)
    assert isinstance(indirect, ins.Call) and indirect.callee.value == Local("%p")
    assert isinstance(assembly, ins.Call) and isinstance(assembly.callee.value, Unmodelled)


def test_a_switch_spans_lines() -> None:
    (switch,) = body_of("switch i32 %x, label %a [", "  i32 1, label %b", "  i32 -2, label %c", "], !dbg !3")
    assert isinstance(switch, ins.Switch)
    assert switch.default == "a" and switch.cases == ((1, "b"), (0xFFFFFFFE, "c"))


def test_phis_selects_and_vectors() -> None:
    phi, select, extract = body_of(
        "%v = phi i32 [ %x, %bb1 ], [ 7, %bb2 ]",
        "%w = select i1 true, i32 %x, i32 0",
        "%e = extractelement <4 x float> zeroinitializer, i32 1",
    )
    assert isinstance(phi, ins.Phi) and [label for _, label in phi.incoming] == ["bb1", "bb2"]
    assert isinstance(select, ins.Select) and select.condition.value == Constant(1)
    assert isinstance(extract, ins.Opaque) and extract.operands[0].value == Zero()


def test_compare_exchange_yields_old_value_and_flag() -> None:
    (swap,) = body_of("%o = cmpxchg weak ptr %p, i32 1, i32 %x acq_rel monotonic, align 4")
    assert isinstance(swap, ins.CompareExchange) and swap.weak
    assert swap.type == StructType((IntType(32), IntType(1)))
    assert (swap.order, swap.failure_order) == ("acq_rel", "monotonic")


def test_floats_are_read_by_value_and_by_bits() -> None:
    one, tenth, hexadecimal = body_of(
        "%a = fadd double 1.000000e+00, 0x7FF8000000000000",
        "%b = fadd float 0x3FB99999A0000000, 0.0",
        "%c = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FFF8000000000000000",
    )
    assert isinstance(one, ins.Binary) and one.left.value == Constant(0x3FF0000000000000)
    assert isinstance(tenth, ins.Binary) and tenth.left.value == Constant(0x3DCCCCCD)
    assert isinstance(hexadecimal, ins.Binary) and isinstance(hexadecimal.left.value, Unmodelled)


def test_globals_know_storage_and_initial_value() -> None:
    module = parse_module(
        "\n".join(
            [
                "%struct.s = type { i8, i32, [3 x i8] }",
                "@a = internal global %struct.s zeroinitializer, align 4, !dbg !1",
                "@t = thread_local(initialexec) global i32 5, align 4",
                '@s = private unnamed_addr constant [3 x i8] c"a\\00\\5C", align 1',
                "@e = external global ptr",
                "@al = alias i32, ptr @t",
            ]
        )
    )
    assert not module.globals["@a"].thread_local and module.globals["@t"].thread_local
    assert module.globals["@s"].initializer == Text(b"a\x00\\") and module.globals["@s"].constant
    assert not module.globals["@e"].defined
    assert module.address_names == ("@a", "@s", "@e", "@al")


def test_parameters_keep_types_and_weak_functions_are_replaceable() -> None:
    module = parse_module(
        "define weak noundef i32 @w(<2 x float> %v, [2 x i64] %a, ptr byval(i64) %b, ...) {\nbb:\n  unreachable\n}"
    )
    function = module.functions["@w"]
    assert [parameter.type for parameter in function.parameters] == [
        VectorType(2, module.functions["@w"].parameters[0].type.element),  # type: ignore[union-attr]
        ArrayType(2, IntType(64)),
        POINTER,
    ]
    assert function.variadic and function.replaceable and function.parameters[2].byval == IntType(64)


@pytest.mark.parametrize(
    "line",
    [
        *("%a = frobnicate i32 %x", "%a = add i32 %x", "%a = load i32, ptr getelementptr inbounds i8", "%a = call"),
        *("call void asm sideeffect", "invoke void @f() unwind", "%a = load i32, ptr getelementptr"),
    ],
)
def test_unknown_forms_are_refused(line: str) -> None:
    with pytest.raises(IrSyntaxError):
        body_of(line)


def test_asm_goto_is_the_users_to_know_of() -> None:
    with pytest.raises(UserError, match="asm goto"):
        body_of('callbr void asm "", ""() to label %a []')
