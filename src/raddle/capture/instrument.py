"""Normalised IR text -> the same text with calls to the runtime's hooks (native/hooks.h), and what the module carries.

A site's id is its line in the normalised text, so blocks and instructions map back exactly by construction. What is
observed where is decided by ir/probes.py.
"""

import hashlib
import re
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import cache

from raddle.base.errors import UserError
from raddle.base.native_code import native_folder
from raddle.capture.assembly_notes import assembly_notes
from raddle.capture.followed import is_followed, lead_to_own
from raddle.capture.formatted import formatted
from raddle.ir import instructions as ins
from raddle.ir.module import Block, Function, Module
from raddle.ir.parse import parse_module
from raddle.ir.probes import (
    AccessProbe,
    AllocaProbe,
    CallProbe,
    CopyProbe,
    FenceProbe,
    FillProbe,
    LocalCallProbe,
    ResultProbe,
    byval_arguments,
    is_atomic_function,
    probe_of,
)
from raddle.ir.spell import spell_operand
from raddle.ir.types import FloatType, IntType, PointerType, leaves_of, size_of, width_of
from raddle.ir.values import (
    Aggregate,
    Constant,
    Global,
    Local,
    Operand,
)

IR_SECTION = "raddle_ir"
IR_MAGIC = b"RADDLEIR"
SITES_SECTION = "raddle_sites"
_CONSTRUCTOR_TABLES = {"@llvm.global_ctors": ".init_array", "@llvm.global_dtors": ".fini_array"}
_DEFAULT_PRIORITY = 65535

_HOOKS = (
    *(f"declare void @__raddle_load{n}(ptr)" for n in (1, 2, 4, 8)),
    *(f"declare void @__raddle_store{n}(ptr, i64)" for n in (1, 2, 4, 8)),
    *(f"declare void @__raddle_rmw{n}(ptr)" for n in (1, 2, 4, 8)),
    "declare void @__raddle_load_bytes(ptr, i64)",
    "declare void @__raddle_store_bytes(ptr, i64)",
    "declare void @__raddle_stored_bytes(ptr, i64)",
    "declare void @__raddle_rmw_bytes(ptr, i64)",
    "declare void @__raddle_block(ptr)",
    "declare void @__raddle_return(ptr)",
    "declare void @__raddle_value(i64)",
    "declare void @__raddle_slot(ptr, i64)",
    "declare void @__raddle_copy(ptr, ptr, i64)",
    "declare void @__raddle_fill(ptr, i64, i64)",
    "declare void @__raddle_fence()",
    "declare void @__raddle_region_begin()",
    "declare void @__raddle_region_end()",
    "declare void @__raddle_before_call(i32, i64, i64, i64, i64)",
    "declare void @__raddle_after_call(i32, i64, i64, i64, i64, i64)",
    "declare void @__raddle_module(ptr)",
)


@dataclass(frozen=True)
class Instrumented:
    text: str
    notes: tuple[str, ...]


@cache
def effects() -> dict[str, int]:
    """Library functions whose effects the runtime records: name -> number, read from native/effects.h."""
    header = (native_folder() / "effects.h").read_text()
    return {f"@{name}": int(number) for name, number in re.findall(r"RD_FN_(\w+) = (\d+)", header)}


def instrument(normalised: str) -> Instrumented:
    module = parse_module(normalised)
    lines = lead_to_own(module, _Instrumenter(module).lines())
    return Instrumented("\n".join(lines), tuple(assembly_notes(module)))


class _Instrumenter:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._arriving: dict[int, list[str]] = {}  # before all others: what follows an invoke that returned
        self._before: dict[int, list[str]] = {}
        self._after: dict[int, list[str]] = {}
        self._heads: dict[str, int] = {}  # of the function in hand: label -> where the block's own hooks stand
        self._entered: Counter[str] = Counter()  # ... and by how many ways a block is entered
        self._fresh = 0

    def lines(self) -> list[str]:
        for function in self._module.functions.values():
            self._function(function)
        lines: list[str] = []
        for number, line in enumerate(self._module.lines):
            lines += self._arriving.get(number, ())
            lines += self._before.get(number, ())
            if not line.startswith(tuple(_CONSTRUCTOR_TABLES)):
                lines.append(line)
            lines += self._after.get(number, ())
        constructors = self._constructor_entries()
        return self._keep_alive(lines, len(constructors)) + constructors + self._carried()

    def _constructor_entries(self) -> list[str]:
        """The program's own constructors and destructors, for which the emitter would write sections of old systems."""
        entries: list[str] = []
        for table, section in _CONSTRUCTOR_TABLES.items():
            variable = self._module.globals.get(table)
            if variable is None or not isinstance(variable.initializer, Aggregate):
                continue
            for element in variable.initializer.elements:
                assert isinstance(element.value, Aggregate)
                priority, function = element.value.elements[0].value, element.value.elements[1]
                assert isinstance(priority, Constant)
                suffix = f".{priority.bits:05d}" if priority.bits != _DEFAULT_PRIORITY else ""
                entries.append(
                    f"@__raddle_entry.{len(entries)} = internal constant {spell_operand(function)}, "
                    f'section "{section}{suffix}", align 8'
                )
        return entries

    def _function(self, function: Function) -> None:
        atomic = is_atomic_function(function.name)
        self._heads = {block.label: self._head(block) for block in function.blocks}
        self._entered = Counter(label for block in function.blocks for label in block.successors)
        for block in function.blocks:
            before = self._before.setdefault(self._heads[block.label], [])
            if block.label not in function.silent:
                before.append(f"  call void @__raddle_block({self._site(block.line)})")
            for first in block.instructions:
                if isinstance(first, ins.Phi | ins.LandingPad) and isinstance(
                    probe_of(first, self._module), ResultProbe
                ):
                    before += self._logged_result(first)
            if block is function.entry:
                for parameter in function.parameters:
                    before += self._logged(Operand(parameter.type, Local(parameter.name)))
                if atomic:
                    before.append("  call void @__raddle_region_begin()")
            for instruction in block.instructions:
                if not isinstance(instruction, ins.Phi | ins.LandingPad):
                    self._instruction(instruction)
            if atomic and isinstance(block.instructions[-1], ins.Return):
                self._put_before(block.instructions[-1].line, ["  call void @__raddle_region_end()"])

    def _head(self, block: Block) -> int:
        """The line before which the block's own hooks stand: behind phis and a landing pad."""
        for number, instruction in enumerate(block.instructions):
            if not isinstance(instruction, ins.Phi | ins.LandingPad):
                return block.instructions[number].line
        raise AssertionError(f"block {block.label} has no end")

    def _put_before(self, line: int, calls: list[str]) -> None:
        self._before.setdefault(line, []).extend(calls)

    def _put_after(self, line: int, calls: list[str]) -> None:
        self._after.setdefault(line, []).extend(calls)

    def _put_behind_call(self, call: ins.Call, calls: list[str]) -> None:
        """Where it has returned: of an invoke, at the head of its normal destination, which nobody else enters."""
        if call.targets:
            assert self._entered[call.targets[0]] == 1, f"{call.targets[0]} is not entered by its invoke alone"
            self._arriving.setdefault(self._heads[call.targets[0]], []).extend(calls)
        else:
            self._put_after(call.line, calls)

    def _instruction(self, instruction: ins.Instruction) -> None:
        line = instruction.line
        probe = probe_of(instruction, self._module)
        is_invoke = isinstance(instruction, ins.Call) and bool(instruction.targets)
        if is_invoke and not isinstance(probe, CallProbe | LocalCallProbe):
            assert isinstance(instruction, ins.Call)
            raise UserError(f"{spell_operand(instruction.callee)} in a try block is not supported")
        match probe:
            case AccessProbe() as probe:
                self._access(instruction, probe)
            case AllocaProbe():
                assert isinstance(instruction, ins.Alloca)
                self._slot(instruction)
            case FenceProbe():
                self._put_before(line, ["  call void @__raddle_fence()"])
            case CopyProbe():
                assert isinstance(instruction, ins.Call)
                to, source, size = (argument.operand for argument in instruction.arguments[:3])
                made, bytes_ = self._as_i64(size)
                call = f"  call void @__raddle_copy({spell_operand(to)}, {spell_operand(source)}, {bytes_})"
                self._put_before(line, [*made, call])
            case FillProbe():
                assert isinstance(instruction, ins.Call)
                _, byte, length = (self._as_i64(argument.operand) for argument in instruction.arguments[:3])
                address = spell_operand(instruction.arguments[0].operand)
                call = f"  call void @__raddle_fill({address}, {byte[1]}, {length[1]})"
                self._put_before(line, [*byte[0], *length[0], call])
            case ResultProbe():
                if instruction.result is not None:
                    self._put_after(line, self._logged_result(instruction))
            case CallProbe():
                assert isinstance(instruction, ins.Call)
                self._call(instruction)
            case LocalCallProbe():
                assert isinstance(instruction, ins.Call)
                self._byval(instruction)
            case None:
                pass

    def _access(self, instruction: ins.Instruction, probe: AccessProbe) -> None:
        line = instruction.line
        match instruction:
            case ins.Load(address=address):
                hook = f"load{probe.size}(%s)" if probe.scalar else f"load_bytes(%s, i64 {probe.size})"
                self._put_before(line, [f"  call void @__raddle_{hook % spell_operand(address)}"])
            case ins.Store(address=address, stored=stored):
                where = spell_operand(address)
                if probe.scalar:
                    made, value = self._as_i64(stored)
                    self._put_before(line, [*made, f"  call void @__raddle_store{probe.size}({where}, {value})"])
                else:
                    self._put_before(line, [f"  call void @__raddle_store_bytes({where}, i64 {probe.size})"])
                    self._put_after(line, [f"  call void @__raddle_stored_bytes({where}, i64 {probe.size})"])
            case ins.AtomicUpdate(address=address) | ins.CompareExchange(address=address):
                where = spell_operand(address)
                if probe.scalar:
                    self._put_before(line, [f"  call void @__raddle_rmw{probe.size}({where})"])
                else:
                    self._put_before(line, [f"  call void @__raddle_rmw_bytes({where}, i64 {probe.size})"])
                    self._put_after(line, [f"  call void @__raddle_stored_bytes({where}, i64 {probe.size})"])
                    if instruction.result is not None:
                        self._put_after(line, self._logged_result(instruction))
            case _:
                raise AssertionError(instruction)

    def _slot(self, alloca: ins.Alloca) -> None:
        size = size_of(alloca.allocated)
        made: list[str] = []
        bytes_ = f"i64 {size}"
        if alloca.count is not None:
            made, count = self._as_i64(alloca.count)
            product = self._name()
            made.append(f"  {product} = mul {count}, {size}")
            bytes_ = f"i64 {product}"
        call = f"  call void @__raddle_slot(ptr {alloca.result}, {bytes_})"
        self._put_after(alloca.line, [*made, call])

    def _byval(self, call: ins.Call) -> None:
        for operand, size in byval_arguments(call):
            self._put_before(call.line, [f"  call void @__raddle_load_bytes({spell_operand(operand)}, i64 {size})"])

    def _call(self, call: ins.Call) -> None:
        self._byval(call)
        after: list[str] = []
        name = call.callee.value.name if isinstance(call.callee.value, Global) else ""
        effect = effects().get(name)
        if effect is not None and not is_followed(name, self._module):
            self._formatted(call)
            made, arguments = self._four_arguments(call)
            self._put_before(call.line, [*made, f"  call void @__raddle_before_call(i32 {effect}, {arguments})"])
            result = "i64 0"
            if call.result is not None and width_of(call.type) is not None:
                converted, result = self._as_i64(Operand(call.type, Local(call.result)))
                after += converted
            after.append(f"  call void @__raddle_after_call(i32 {effect}, {result}, {arguments})")
        after.append(f"  call void @__raddle_return({self._site(call.line)})")
        if call.result is not None:
            after += self._logged_result(call)
        self._put_behind_call(call, after)

    def _formatted(self, call: ins.Call) -> None:
        which = effects()["@__raddle_formatted"]
        for one in formatted(call, self._module):
            made, form = self._as_i64(one.format)
            converted, pointer = self._as_i64(one.pointer)
            precision = one.previous
            known = precision is not None and isinstance(precision.type, IntType)
            more, before = self._as_i64(precision) if precision is not None and known else ([], "i64 0")
            made = [*made, *converted, *more]
            told = f"i32 {which}, {form}, i64 {one.index}, {pointer}, {before}"
            self._put_before(call.line, [*made, f"  call void @__raddle_before_call({told})"])

    def _four_arguments(self, call: ins.Call) -> tuple[list[str], str]:
        made: list[str] = []
        spelled: list[str] = []
        for argument in call.arguments[:4]:
            if width_of(argument.operand.type) is None:
                spelled.append("i64 0")
                continue
            converted, value = self._as_i64(argument.operand)
            made += converted
            spelled.append(value)
        spelled += ["i64 0"] * (4 - len(spelled))
        return made, ", ".join(spelled)

    def _logged_result(self, instruction: ins.Instruction) -> list[str]:
        assert instruction.result is not None
        return self._logged(Operand(instruction.type, Local(instruction.result)))

    def _logged(self, operand: Operand) -> list[str]:
        """Calls that log each scalar leaf of a register."""
        calls = []
        for path, leaf in leaves_of(operand.type):
            if width_of(leaf) is None:
                continue
            value = operand
            if path:
                name = self._name()
                indices = ", ".join(str(index) for index in path)
                calls.append(f"  {name} = extractvalue {spell_operand(operand)}, {indices}")
                value = Operand(leaf, Local(name))
            made, spelled = self._as_i64(value)
            calls += [*made, f"  call void @__raddle_value({spelled})"]
        return calls

    def _as_i64(self, operand: Operand) -> tuple[list[str], str]:
        """What must be computed first, and the operand as `i64 X`."""
        spelled, name = spell_operand(operand), self._name()
        match operand.type:
            case IntType(bits=64):
                return [], spelled
            case IntType(bits=bits) if bits < 64:
                return [f"  {name} = zext {spelled} to i64"], f"i64 {name}"
            case PointerType():
                return [f"  {name} = ptrtoint {spelled} to i64"], f"i64 {name}"
            case FloatType(name="double"):
                return [f"  {name} = bitcast {spelled} to i64"], f"i64 {name}"
            case FloatType(name="float"):
                return [
                    f"  {name}.bits = bitcast {spelled} to i32",
                    f"  {name} = zext i32 {name}.bits to i64",
                ], f"i64 {name}"
            case other:
                raise AssertionError(f"not a scalar: {other}")

    def _name(self) -> str:
        self._fresh += 1
        return f"%raddle.{self._fresh}"

    def _site(self, line: int) -> str:
        return f"ptr getelementptr (i8, ptr @__raddle_sites, i64 {line})"

    def _keep_alive(self, lines: list[str], entries: int) -> list[str]:
        """Our own globals join @llvm.used."""
        ours = ["ptr @__raddle_constructor_entry", "ptr @__raddle_ir"]
        ours += [f"ptr @__raddle_entry.{number}" for number in range(entries)]
        for number, line in enumerate(lines):
            found = re.match(r"@llvm\.used = appending global \[(\d+) x ptr\] \[", line)
            if found:
                head = f"@llvm.used = appending global [{int(found.group(1)) + len(ours)} x ptr] [{', '.join(ours)}, "
                lines[number] = head + line[found.end() :]
                return lines
        used = f'@llvm.used = appending global [{len(ours)} x ptr] [{", ".join(ours)}], section "llvm.metadata"'
        return [*lines, used]

    def _carried(self) -> list[str]:
        """The module's IR, its table of addresses and its constructor."""
        module = self._module
        names = module.address_names
        count = module.site_count
        digest = hash_of(module.text)
        packed = pack_ir(module.text)
        table = ", ".join(f"ptr {name}" for name in names)
        return [
            f'@__raddle_sites = internal global [{count} x i8] zeroinitializer, section "{SITES_SECTION}", align 1',
            f'@__raddle_ir = internal constant [{len(packed)} x i8] c"{_escaped(packed)}", '
            f'section "{IR_SECTION}", align 8',
            f'@__raddle_hash = internal constant [64 x i8] c"{digest}"',
            f"@__raddle_addresses = internal constant [{len(names)} x ptr] [{table}]",
            "@__raddle_description = internal constant { ptr, i64, ptr, i64, ptr } "
            f"{{ ptr @__raddle_sites, i64 {count}, ptr @__raddle_addresses, i64 {len(names)}, ptr @__raddle_hash }}",
            "define internal void @__raddle_constructor() {",
            "  call void @__raddle_module(ptr @__raddle_description)",
            "  ret void",
            "}",
            "@__raddle_constructor_entry = internal constant ptr @__raddle_constructor, "
            'section ".init_array.00000", align 8',
            *(hook for hook in _HOOKS),
        ]


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def pack_ir(text: str) -> bytes:
    """One entry of section raddle_ir: magic, length, hash, compressed text; a multiple of 8 bytes."""
    data = zlib.compress(text.encode(), 6)
    entry = IR_MAGIC + len(data).to_bytes(8, "little") + hash_of(text).encode() + data
    return entry + bytes(-len(entry) % 8)


def _escaped(data: bytes) -> str:
    return "".join(f"\\{byte:02X}" for byte in data)
