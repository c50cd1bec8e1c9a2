"""Normalised IR text -> Module. The one parser: the instrumenter and the walkers read what it yields."""

import re

from raddle.ir.errors import IrSyntaxError
from raddle.ir.instructions import Instruction
from raddle.ir.lexer import Cursor, tokens_of
from raddle.ir.module import Block, Function, GlobalVariable, Header, Module, Parameter
from raddle.ir.parse_instructions import InstructionParser
from raddle.ir.parse_operands import OperandParser
from raddle.ir.types import TypeTable
from raddle.ir.values import Value

_REPLACEABLE = frozenset({"weak", "linkonce", "weak_odr", "linkonce_odr", "extern_weak"})
_NAMED = re.compile(r'(?:define|declare) [^@"]*(@(?:[-\w.$]+|"(?:[^"\\]|\\.)*"))\(')
_HEADER_ENDS = frozenset({"{", ""})
_TOP_LEVEL_IGNORED = ("source_filename", "target ", "attributes ", "module asm", "!", "$", ";", "uselistorder", "^")


def parse_module(text: str) -> Module:
    return _ModuleParser(text).module()


class _ModuleParser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._types = TypeTable()
        self._operands = OperandParser(self._types)
        self._instructions = InstructionParser(self._operands)
        self._globals: dict[str, GlobalVariable] = {}
        self._functions: dict[str, Function] = {}
        self._declarations: list[str] = []
        self._aliases: list[str] = []

    def module(self) -> Module:
        at, lines = 0, self._lines
        while at < len(lines):
            line = lines[at]
            if line[:1] == "!":  # nearly all of a large module
                pass
            elif line.startswith("define "):
                at = self._function(at)
            elif line.startswith("@"):
                self._global(at)
            elif line.startswith("declare "):
                self._declarations.append(self._name(at))
            elif line.startswith("%"):
                self._named_type(at)
            elif line.strip() and not line.startswith(_TOP_LEVEL_IGNORED):
                raise IrSyntaxError(at, line, "not known at top level")
            at += 1
        return Module(
            self._text,
            self._types,
            self._globals,
            self._functions,
            tuple(self._declarations),
            tuple(self._aliases),
            tuple(self._lines),
        )

    def _cursor(self, at: int) -> Cursor:
        return Cursor(tokens_of(self._lines[at]), at, self._lines[at])

    def _named_type(self, at: int) -> None:
        cursor = self._cursor(at)
        name = cursor.next()
        cursor.expect("=")
        cursor.expect("type")
        self._types.definitions[name] = self._operands.type(cursor)

    def _global(self, at: int) -> None:
        cursor = self._cursor(at)
        name = cursor.next()
        cursor.expect("=")
        thread_local = defined = False
        external = False
        while cursor.peek() not in ("global", "constant", "alias", "ifunc"):
            word = cursor.next()
            if not word:
                cursor.fail("a global without a kind")
            thread_local |= word == "thread_local"
            external |= word in ("external", "extern_weak")
            cursor.skip_parentheses()
        kind = cursor.next()
        if kind in ("alias", "ifunc"):
            self._aliases.append(name)
            return
        of = self._operands.type(cursor)
        initializer: Value | None = None
        if not external:
            defined = True
            initializer = self._operands.value(cursor, of)
        section, debug = _trailing(cursor)
        constant = kind == "constant"
        self._globals[name] = GlobalVariable(name, at, of, thread_local, constant, defined, initializer, section, debug)

    def _name(self, at: int) -> str:
        """Of the function on a define or declare line: by its text alone where nothing stands before it that might have
        an @ in it."""
        found = _NAMED.match(self._lines[at])
        return found[1] if found is not None else self._header(at).name

    def _header(self, at: int) -> Header:
        """Of a define or declare line."""
        cursor = self._cursor(at)
        cursor.next()
        replaceable = False
        while not self._operands.starts_type(cursor.peek()):
            word = cursor.next()
            if not word:
                cursor.fail("a function without a type")
            replaceable |= word in _REPLACEABLE
            if word in ("cc", "align") and cursor.peek().isdigit():
                cursor.next()
            elif word[0] == "!":
                cursor.next()
            cursor.skip_parentheses()
        result = self._operands.type(cursor)
        name = cursor.next()
        cursor.expect("(")
        parameters: list[Parameter] = []
        variadic = False
        while not cursor.accept(")"):
            if parameters:
                cursor.expect(",")
            if cursor.accept("..."):
                variadic = True
                continue
            of = self._operands.type(cursor)
            attributes = self._operands.attributes(cursor)
            register = cursor.next() if cursor.peek()[:1] == "%" else ""
            parameters.append(Parameter(register, of, attributes.get("byval")))
        _, debug = _trailing(cursor)
        return Header(name, result, tuple(parameters), variadic, debug, replaceable)

    def _function(self, start: int) -> int:
        """Only its name; returns the line of the closing brace."""
        name, end = self._name(start), self._lines.index("}", start)
        if self._lines[start + 1].startswith((" ", "}")):
            raise IrSyntaxError(start + 1, self._lines[start + 1], "a function does not begin with a label")
        self._functions[name] = Function(name, start, end, self._lines, self._header, self._blocks)
        return end

    def _blocks(self, start: int) -> tuple[Block, ...]:
        blocks: list[Block] = []
        label, label_line = "", -1
        body: list[Instruction] = []
        at = start + 1
        while self._lines[at] != "}":
            line = self._lines[at]
            stripped = line.strip()
            if stripped and not line.startswith(" ") and stripped[0] != ";":
                if label_line >= 0:
                    blocks.append(Block(label, label_line, tuple(body)))
                label, label_line, body = _label_of(line, at), at, []
            elif stripped and stripped[0] not in "#;":
                instruction, at = self._instruction(at)
                body.append(instruction)
            at += 1
        return (*blocks, Block(label, label_line, tuple(body)))

    def _instruction(self, at: int) -> tuple[Instruction, int]:
        """The instruction that begins on this line, and the line on which it ends."""
        tokens, last = tokens_of(self._lines[at]), at
        if tokens[0] == "switch":
            while "]" not in tokens:
                last += 1
                tokens += tokens_of(self._lines[last])
        elif "invoke" in tokens[:3] or "landingpad" in tokens[:3]:
            while self._continues(last + 1):
                last += 1
                tokens += tokens_of(self._lines[last])
        cursor = Cursor(tokens, at, self._lines[at])
        return self._instructions.instruction(cursor), last

    def _continues(self, at: int) -> bool:
        return self._lines[at].startswith("          ") and not self._lines[at].lstrip().startswith(("#", ";"))


def _label_of(line: str, at: int) -> str:
    tokens = tokens_of(line)
    if len(tokens) < 2 or tokens[1] != ":":
        raise IrSyntaxError(at, line, "not a label")
    return tokens[0]


def _trailing(cursor: Cursor) -> tuple[str, int | None]:
    """Section and !dbg behind a global or a function header."""
    section, debug = "", None
    while cursor.peek() not in _HEADER_ENDS:
        word = cursor.next()
        if word == "section":
            section = cursor.next().strip('"')
        elif word == "!dbg":
            debug = int(cursor.next()[1:])
    return section, debug
