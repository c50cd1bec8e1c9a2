"""Every instruction that the walk knows, once, on a symbolic operand: both walkers, same columns."""

import pytest

from raddle.logic.operators import Op
from raddle.trace.terms import BINARY, CAST, COMPARE, INTRINSIC, OVERFLOW, UPDATE
from tests.support.both_walks import walked_by_both
from tests.support.hand_made import Log, address_of, recording_of

pytestmark = pytest.mark.compiler

HEAD = "@x = global [4 x i64] zeroinitializer\n"
X = 0x400000
VALUE = 0x40123456789ABCDE
LOADED = [
    ("whole", "i64", 8),
    ("half", "i32", 4),
    ("tiny", "i8", 1),
    ("number", "double", 8),
    ("single", "float", 4),
]


class Straight:
    """Lines of one block and what they log."""

    def __init__(self) -> None:
        self.declared: list[str] = []
        self.lines: list[str] = []
        self.logged = bytearray()
        self.addresses: list[int] = []
        self.fresh = 0
        for name, of, size in LOADED:
            self.lines.append(f"  %{name} = load {of}, ptr @x")
            self.load(X, size)
        self.lines.append("  %bit = trunc i64 %whole to i1")

    def load(self, address: int, size: int) -> None:
        self.addresses.append(address)
        self.logged += VALUE.to_bytes(8, "little")[:size].ljust(size, b"\1")

    def add(self, text: str, *, logs: int | None = None) -> str:
        self.fresh += 1
        self.lines.append(f"  %r{self.fresh} = {text}")
        if logs is not None:
            self.logged += logs.to_bytes(8, "little")
        return f"%r{self.fresh}"

    def use(self, of: str, register: str) -> None:
        """A division whose result nobody uses is not done."""
        self.lines.append(f"  store {of} {register}, ptr getelementptr (i64, ptr @x, i64 3)")
        self.addresses.append(X + 24)

    def call(self, result: str, name: str, *arguments: str) -> str:
        types = ", ".join(argument.split(" ")[0] for argument in arguments)
        declaration = f"declare {result} @llvm.{name}({types})"
        if declaration not in self.declared:
            self.declared.append(declaration)
        return self.add(f"call {result} @llvm.{name}({', '.join(arguments)})")

    def text(self) -> str:
        body = "\n".join(self.lines)
        return "\n".join([HEAD + "define void @main() {", "entry:", f"{body}", "  ret void", "}", *self.declared, ""])

    def log(self, path: str) -> Log:
        log = Log(self.text(), path).record("entry:").bytes(bytes(self.logged))
        log.count = len(self.addresses)
        return log


def ops_of(program: Straight) -> set[Op]:
    """Walk it in two threads, one of which also writes; the operators of the terms."""
    program.lines.append("  store i64 %whole, ptr @x")
    program.addresses.append(X)
    assert address_of(program.text(), "@x") == X
    trace = walked_by_both(recording_of(program.log("main"), program.log("main.1")))
    assert trace.shared.tolist()[:1] == [X >> 3]
    return {Op(op) for op in trace.threads[0].terms["op"][1:]}


def test_arithmetic_and_comparisons() -> None:
    program = Straight()
    for opcode in BINARY:
        if opcode.startswith("f"):
            program.add(f"{opcode} double %number, 1.5")
            program.add(f"{opcode} float 2.0, %single")
        else:
            for of, name in (("i64", "whole"), ("i32", "half"), ("i8", "tiny")):
                program.use(of, program.add(f"{opcode} {of} %{name}, 3"))
                program.use(of, program.add(f"{opcode} {of} 100, %{name}"))
    for opcode, predicate in COMPARE:
        program.add(f"{opcode} {predicate} " + ("i64 %whole, 5" if opcode == "icmp" else "double %number, 1.0"))
        program.add(f"{opcode} {predicate} " + ("i8 %tiny, -34" if opcode == "icmp" else "float %single, %single"))
    program.add("fneg double %number")
    assert ops_of(program) >= set(BINARY.values()) | set(COMPARE.values()) | {Op.FNEG}


def test_casts() -> None:
    program = Straight()
    for text in (
        "trunc i64 %whole to i7",
        "zext i8 %tiny to i33",
        "sext i8 %tiny to i64",
        "fptrunc double %number to float",
    ):
        program.add(text)
    program.add("fpext float %single to double")
    for opcode in ("sitofp", "uitofp"):
        for of in ("float", "double"):
            program.add(f"{opcode} i64 %whole to {of}")
            program.add(f"{opcode} i1 %bit to {of}")
    program.add("fptosi double %number to i32", logs=4)
    program.add("fptoui float %single to i64", logs=7)
    narrow = program.add("inttoptr i32 %half to ptr")
    program.add(f"ptrtoint ptr {narrow} to i16")
    program.add("bitcast double %number to i64")
    program.add("bitcast double %number to <2 x float>")
    assert ops_of(program) >= set(CAST.values())


def test_intrinsics() -> None:
    program = Straight()
    for of, name in (("i64", "whole"), ("i32", "half")):
        program.call(of, f"abs.{of}", f"{of} %{name}", "i1 false")
        for intrinsic in ("smax", "smin", "umax", "umin"):
            program.call(of, f"{intrinsic}.{of}", f"{of} %{name}", f"{of} -5")
        for intrinsic in ("bswap", "ctpop"):
            program.call(of, f"{intrinsic}.{of}", f"{of} %{name}")
        program.call(of, f"expect.{of}", f"{of} %{name}", f"{of} 1")
        for intrinsic in OVERFLOW:
            pair = program.call(f"{{ {of}, i1 }}", f"{intrinsic}.{of}", f"{of} %{name}", f"{of} 77")
            program.add(f"extractvalue {{ {of}, i1 }} {pair}, 1")
    program.call("double", "fabs.f64", "double %number")
    program.call("double", "sqrt.f64", "double %number")
    program.logged += b"\0" * 8
    overflow = {op for pair in OVERFLOW.values() for op in pair}
    assert ops_of(program) >= set(INTRINSIC.values()) | overflow


def test_aggregates_and_choices() -> None:
    program = Straight()
    pair = program.add("insertvalue { i64, <2 x i32>, { i8, ptr } } zeroinitializer, i64 %whole, 0")
    pair = program.add(f"insertvalue {{ i64, <2 x i32>, {{ i8, ptr }} }} {pair}, i8 %tiny, 2, 0")
    pair = program.add(f"insertvalue {{ i64, <2 x i32>, {{ i8, ptr }} }} {pair}, <2 x i32> <i32 1, i32 2>, 1")
    other = program.add("insertvalue { i64, <2 x i32>, { i8, ptr } } zeroinitializer, i64 9, 0")
    both = f"{{ i64, <2 x i32>, {{ i8, ptr }} }} {pair}, {{ i64, <2 x i32>, {{ i8, ptr }} }} {other}"
    chosen = program.add(f"select i1 %bit, {both}")
    inner = program.add(f"extractvalue {{ i64, <2 x i32>, {{ i8, ptr }} }} {chosen}, 2")
    program.add(f"extractvalue {{ i8, ptr }} {inner}, 0")
    program.add(f"freeze {{ i8, ptr }} {inner}")
    vector = program.add(f"extractvalue {{ i64, <2 x i32>, {{ i8, ptr }} }} {chosen}, 1")
    program.add(f"extractelement <2 x i32> {vector}, i64 %whole", logs=2)
    program.add("select i1 %bit, i64 %whole, i64 3")
    program.add("select i1 true, i64 %whole, i64 3")
    assert Op.ITE in ops_of(program)


def test_addresses() -> None:
    program = Straight()
    program.lines.insert(0, "  %own = alloca [3 x { i16, [5 x i32] }]")
    program.logged = bytearray((0x7000_0000).to_bytes(8, "little")) + program.logged
    shape = "getelementptr [3 x { i16, [5 x i32] }], ptr %own"
    program.add(f"{shape}, i64 0, i8 %tiny, i32 1, i64 %whole")
    program.add(f"{shape}, i32 %half, i64 -1, i32 1, i64 2")
    program.add(f"{shape}, i64 0, i64 0")
    program.add("getelementptr i8, ptr %own, i64 %whole")
    assert {Op.SEXT, Op.MUL, Op.ADD} <= ops_of(program)


def test_atomic_updates() -> None:
    program = Straight()
    for operation in (*UPDATE, "xchg"):
        if operation.startswith("f"):
            program.add(f"atomicrmw {operation} ptr @x, double %number acq_rel")
            program.load(X, 8)
        else:
            program.add(f"atomicrmw {operation} ptr @x, i32 %half monotonic")
            program.load(X, 4)
    program.add("cmpxchg weak ptr @x, i32 %half, i32 7 acq_rel acquire")
    program.load(X, 4)
    program.add("cmpxchg ptr @x, i32 1, i32 %half seq_cst seq_cst")
    program.load(X, 4)
    program.add("cmpxchg ptr @x, i128 1, i128 2 seq_cst seq_cst")
    program.load(X, 16)
    program.logged += bytes(range(16)) + (1).to_bytes(8, "little")
    assert ops_of(program) >= set(UPDATE.values()) | {Op.EQ}


def test_values_that_the_walk_does_not_know() -> None:
    program = Straight()
    program.add("load <4 x i32>, ptr @x")
    program.load(X, 16)
    wide = program.add("zext i64 %whole to i128")
    program.add(f"add i128 {wide}, 1")
    program.add(f"trunc i128 {wide} to i64", logs=8)
    program.add("frem double %number, 2.0", logs=9)
    program.lines.append(f"  store i128 {wide}, ptr @x")
    program.addresses.append(X)
    program.logged += bytes(16)
    ops_of(program)
