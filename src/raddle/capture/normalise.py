"""Bitcode of any supported compiler -> normalised IR text, the form that everything else reads.

One dialect (llvmlite's LLVM), after `sroa` (locals whose address is not taken become registers) and `instnamer` (every
register and block has a name). Eight rewrites make the text exact: undefined values (also shifts by a constant that is
too large) become zero, a legal choice and the same one for every use; loads and stores of whole aggregates become loads
and stores of their scalars; an invoke that returns goes to a block that nobody else enters; the address of a
thread-local variable is always asked for; arguments of any number are handed over in memory (`variadic.py`); what is in
a register is no constant (`__builtin_constant_p`, as -O0 has it); `abort` in a function that assumes is an assumption
that does not hold; and `main` makes way for the runtime's own.
"""

import re
from collections import Counter
from collections.abc import Sequence

import llvmlite.binding as llvm

from raddle.base.errors import UserError
from raddle.capture.conditions import fold_conditions
from raddle.capture.framework_checks import look_at_checks
from raddle.capture.variadic import pass_lists
from raddle.ir import instructions as ins
from raddle.ir.failures import ASSUMING_FUNCTIONS, ASSUMPTION_FAILED
from raddle.ir.module import PROGRAM_MAIN, Function
from raddle.ir.parse import parse_module
from raddle.ir.types import ArrayType, IntType, StructType, leaves_of, offset_of, resolved, spell
from raddle.ir.values import Constant, Operand

_QUOTED_OR_UNDEFINED = re.compile(r'"(?:[^"\\]|\\.)*"|\b(?:undef|poison)\b')
_QUOTED_OR_MAIN = re.compile(r'"(?:[^"\\]|\\.)*"|@main(?![-\w.$])')
_THREAD_LOCAL = re.compile(r'^(@(?:[-\w.$]+|"[^"]*")) = (?:[\w() ]+ )?thread_local\b', re.MULTILINE)
_REWRITTEN = re.compile(r"\b(?:load|store) (?:(?:atomic|volatile) )*[{\[%<]|\b(?:shl|lshr|ashr) ")
_SEVERAL_PREDECESSORS = re.compile(r"; preds = .*,")
_ASKS_FOR_A_CONSTANT = re.compile(r"^( *%\S+) = (?:tail )?call i1 @llvm\.is\.constant\.\w+\(\w+ %[^)]*\)")
_RETURNS_TO = re.compile(r' +to label %([-\w.$]+|"[^"]*") unwind label ')
_ALIGNMENT = re.compile(r", align (\d+)")


def target_machine() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(reloc="pic", codemodel="default", opt=0)


def normalise(bitcode: bytes, machine: llvm.TargetMachine) -> str:
    try:
        module = llvm.parse_bitcode(bitcode)
        module.verify()
    except RuntimeError as error:
        raise UserError(
            f"the compiler's output cannot be read: {error}", advice="use a clang that is not newer than LLVM 22"
        ) from error
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_namer_pass()
    passes.run(module, builder)
    return fold_conditions(look_at_checks(rewrite(str(module))))


def rewrite(text: str) -> str:
    """The eight rewrites, on printed IR."""
    lines, inside, assumes, assumed = [], False, False, False
    for line in text.split("\n"):
        if line.startswith("define "):
            inside, assumes = True, any(f" {name}(" in line for name in ASSUMING_FUNCTIONS)
        elif line == "}":
            inside = assumes = False
        if assumes and " @abort()" in line:
            line, assumed = line.replace(" @abort()", f" {ASSUMPTION_FAILED}()"), True
        if not line.startswith("!"):
            line = _QUOTED_OR_MAIN.sub(lambda found: _renamed(found.group()), line)
        if inside and ("undef" in line or "poison" in line) and not line.lstrip().startswith("#"):
            line = _QUOTED_OR_UNDEFINED.sub(lambda found: _defined(found.group()), line)
        if inside:
            line = line.replace(" musttail call ", " tail call ")
            line = _ASKS_FOR_A_CONSTANT.sub(r"\1 = icmp ne i1 false, false", line)
        lines.append(line)
    if assumed:
        lines.append(f"declare void {ASSUMPTION_FAILED}()")
    return _replace_instructions(pass_lists(_ask_for_thread_locals("\n".join(lines))))


def _ask_for_thread_locals(text: str) -> str:
    """Clang's own ones (`__tls_guard`) are used without llvm.threadlocal.address, which tells whose they are."""
    names = _THREAD_LOCAL.findall(text)
    if not names:
        return text
    used = re.compile(r"\bptr (" + "|".join(map(re.escape, names)) + r")(?![-\w.$])")
    lines: list[str] = []
    fresh, inside = 0, False
    for line in text.split("\n"):
        inside = line.startswith("define ") or (inside and line != "}")
        found = used.search(line) if inside and not line.startswith("define ") else None
        if found and "@llvm.threadlocal.address" not in line and not line.lstrip().startswith("#"):
            if "getelementptr" in line and used.search(line, line.index("getelementptr") + 13) and "(" in line:
                raise UserError(f"an expression of the thread-local {found.group(1)} is not supported: {line.strip()}")
            fresh += 1
            own = f"%raddle.own.{fresh}"
            lines.append(f"  {own} = call ptr @llvm.threadlocal.address.p0({found.group()}){_debug(line)}")
            line = used.sub(f"ptr {own}", line)
        lines.append(line)
    if fresh and not any(line.startswith("declare") and "@llvm.threadlocal.address" in line for line in lines):
        lines.append("declare ptr @llvm.threadlocal.address.p0(ptr)")
    return "\n".join(lines)


def _renamed(found: str) -> str:
    return f"@{PROGRAM_MAIN}" if found[0] == "@" else found


def _defined(found: str) -> str:
    return found if found[0] == '"' else "zeroinitializer"


def _replace_instructions(text: str) -> str:
    module = parse_module(text)
    replaced: dict[int, list[str]] = {}
    for function in module.functions.values():
        if not _may_need_rewrites(function, module.lines):
            continue
        replaced |= _split_edges(function, module.lines)
        for block in function.blocks:
            for instruction in block.instructions:
                match instruction:
                    case ins.Load(type=of) if isinstance(resolved(of), StructType | ArrayType):
                        replaced[instruction.line] = _split_load(instruction, module.lines[instruction.line])
                    case ins.Store(stored=stored) if isinstance(resolved(stored.type), StructType | ArrayType):
                        replaced[instruction.line] = _split_store(instruction, module.lines[instruction.line])
                    case ins.Binary(opcode="shl" | "lshr" | "ashr", type=IntType(bits), right=right) if _is_beyond(
                        right, bits
                    ):
                        debug = _debug(module.lines[instruction.line])
                        replaced[instruction.line] = [f"  {instruction.result} = freeze i{bits} zeroinitializer{debug}"]
                    case _:
                        pass
    if not replaced:
        return text
    lines: list[str] = []
    for number, line in enumerate(module.lines):
        lines += replaced.get(number, [line])
    return "\n".join(lines)


def _may_need_rewrites(function: Function, lines: Sequence[str]) -> bool:
    """By the text alone: to parse all functions takes long."""
    shared: set[str] = set()
    at = function.line + 1
    while (line := lines[at]) != "}":
        if _REWRITTEN.search(line):
            return True
        if not line.startswith(" ") and _SEVERAL_PREDECESSORS.search(line):
            shared.add(line.split(":", 1)[0])
        at += 1
    return any(
        found.group(1) in shared for number in range(function.line, at) if (found := _RETURNS_TO.match(lines[number]))
    )


def _split_edges(function: Function, lines: Sequence[str]) -> dict[int, list[str]]:
    """Lines to replace, so that each invoke has a normal destination of its own."""
    entered = Counter(label for block in function.blocks for label in block.successors)
    replaced: dict[int, list[str]] = {}
    for block in function.blocks:
        last = block.instructions[-1]
        if not isinstance(last, ins.Call) or not last.targets or entered[last.targets[0]] == 1:
            continue
        target, between = last.targets[0], f"raddle.returned.{last.line}"
        at = last.line + 1
        assert lines[at].lstrip().startswith("to label "), lines[at]
        head = lines[at].replace(f"to label %{target} ", f"to label %{between} ", 1)
        replaced[at] = [head, "", f"{between}:", f"  br label %{target}{_debug(lines[at])}"]
        for phi in function.block_by_label[target].instructions:
            if isinstance(phi, ins.Phi):
                line = replaced.get(phi.line, [lines[phi.line]])[0]
                replaced[phi.line] = [line.replace(f", %{block.label} ]", f", %{between} ]")]
    return replaced


def _is_beyond(amount: Operand, bits: int) -> bool:
    return isinstance(amount.value, Constant) and amount.value.bits >= bits


def _address_text(line: str) -> str:
    """`ptr X` of a load or store, as it is spelled: from the last top-level `, ptr ` on, up to the alignment."""
    start = line.rindex(", ptr ") + 2 if "getelementptr" not in line else _outer_pointer(line)
    return line[start : line.rindex(", align")]


def _outer_pointer(line: str) -> int:
    depth = 0
    for at in range(len(line)):
        if line[at] in "([{<":
            depth += 1
        elif line[at] in ")]}>":
            depth -= 1
        elif depth == 0 and line.startswith(", ptr ", at):
            return at + 2
    raise AssertionError(line)


def _leaf_suffix(line: str, offset: int) -> str:
    """Alignment and metadata for the part at that offset."""
    found = _ALIGNMENT.search(line, line.rindex(", align"))
    assert found is not None
    alignment = int(found.group(1))
    while offset % alignment:
        alignment //= 2
    return f", align {alignment}{line[found.end() :]}"


def _split_load(load: ins.Load, line: str) -> list[str]:
    assert load.result is not None
    address, debug = _address_text(line), _debug(line)
    of, lines, built = spell(load.type), [], "zeroinitializer"
    leaves = leaves_of(load.type)
    stem = load.result.rstrip('"') if load.result.endswith('"') else load.result
    quote = '"' if stem != load.result else ""
    for number, (path, leaf) in enumerate(leaves):
        offset = offset_of(load.type, path)
        pointer, value = f"{stem}.at{number}{quote}", f"{stem}.part{number}{quote}"
        whole = load.result if number == len(leaves) - 1 else f"{stem}.with{number}{quote}"
        lines.append(f"  {pointer} = getelementptr inbounds i8, {address}, i64 {offset}{debug}")
        lines.append(f"  {value} = load {spell(leaf)}, ptr {pointer}{_leaf_suffix(line, offset)}")
        indices = ", ".join(str(index) for index in path)
        lines.append(f"  {whole} = insertvalue {of} {built}, {spell(leaf)} {value}, {indices}{debug}")
        built = whole
    if not leaves:
        lines.append(f"  {load.result} = freeze {of} zeroinitializer{debug}")
    return lines


def _split_store(store: ins.Store, line: str) -> list[str]:
    address, debug = _address_text(line), _debug(line)
    of = store.stored.type
    spelled = line.strip()[len("store ") : line.strip().index(address) - 2]
    lines = []
    for number, (path, leaf) in enumerate(leaves_of(of)):
        offset = offset_of(of, path)
        pointer, value = f"%store.at{store.line}.{number}", f"%store.part{store.line}.{number}"
        indices = ", ".join(str(index) for index in path)
        lines.append(f"  {value} = extractvalue {spelled}, {indices}{debug}")
        lines.append(f"  {pointer} = getelementptr inbounds i8, {address}, i64 {offset}{debug}")
        lines.append(f"  store {spell(leaf)} {value}, ptr {pointer}{_leaf_suffix(line, offset)}")
    return lines


def _debug(line: str) -> str:
    found = re.search(r", !dbg !\d+", line)
    return found.group() if found else ""
