"""Types, constants and operands of IR text."""

import math
import struct

from raddle.ir.lexer import Cursor
from raddle.ir.types import (
    FLOAT_BITS,
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    NamedType,
    PlainType,
    PointerType,
    StructType,
    Type,
    TypeTable,
    VectorType,
)
from raddle.ir.values import (
    Aggregate,
    Constant,
    Expression,
    Global,
    Local,
    Operand,
    Text,
    Undefined,
    Unmodelled,
    Unset,
    Value,
    Zero,
)

_FLOATS = (FloatType("float"), FloatType("double"))
_PLAIN_TYPES = frozenset({"void", "label", "metadata", "token", "x86_amx", "opaque"})
_NAMES = ("%", "@")
_CASTS = frozenset({"ptrtoint", "inttoptr", "bitcast", "trunc", "addrspacecast", "ptrtoaddr"})
_ARITHMETIC = frozenset({"add", "sub", "mul", "xor", "shl", "and", "or"})
_FLAGS = frozenset({"nuw", "nsw", "inbounds", "nusw", "exact", "disjoint"})
_VALUE_WORDS = (
    frozenset({"true", "false", "null", "none", "undef", "poison", "zeroinitializer", "getelementptr"})
    | _CASTS
    | _ARITHMETIC
    | frozenset({"blockaddress", "asm", "splat", "dso_local_equivalent", "no_cfi", "ptrauth"})
)


class OperandParser:
    """Reads types and operands at a cursor; knows the module's named types."""

    def __init__(self, types: TypeTable) -> None:
        self.types = types
        self._cache: dict[str, Type] = {"ptr": POINTER}

    def starts_type(self, token: str) -> bool:
        return (
            token in self._cache
            or token[:1] in "%[<{"
            or token in _PLAIN_TYPES
            or token in FLOAT_BITS
            or token == "target"
            or (token[:1] == "i" and token[1:].isdigit())
        )

    def type(self, cursor: Cursor) -> Type:
        token = cursor.next()
        known = self._cache.get(token)
        if known is not None:
            if token == "ptr" and cursor.peek() == "addrspace":
                cursor.next()
                cursor.skip_parentheses()
            return known
        if token[:1] == "i" and token[1:].isdigit():
            return self._keep(token, IntType(int(token[1:])))
        if token in FLOAT_BITS:
            return self._keep(token, FloatType(token))
        if token in _PLAIN_TYPES:
            return self._keep(token, PlainType(token))
        if token[:1] == "%":
            return self._keep(token, NamedType(token, self.types))
        if token == "[":
            count, element = self._counted(cursor)
            cursor.expect("]")
            return ArrayType(count, element)
        if token == "{":
            return StructType(self._fields(cursor))
        if token == "<":
            if cursor.accept("{"):
                fields = self._fields(cursor)
                cursor.expect(">")
                return StructType(fields, packed=True)
            count, element = self._counted(cursor)
            cursor.expect(">")
            return VectorType(count, element)
        if token == "target":
            cursor.skip_parentheses()
            return PlainType("opaque")
        cursor.at -= 1
        cursor.fail(f"{token!r} is not a type")
        raise AssertionError

    def _keep(self, token: str, found: Type) -> Type:
        self._cache[token] = found
        return found

    def _counted(self, cursor: Cursor) -> tuple[int, Type]:
        if cursor.peek() == "vscale":
            cursor.fail("scalable vectors are not supported")
        count = int(cursor.next())
        cursor.expect("x")
        return count, self.type(cursor)

    def _fields(self, cursor: Cursor) -> tuple[Type, ...]:
        fields: list[Type] = []
        while not cursor.accept("}"):
            if fields:
                cursor.expect(",")
            fields.append(self.type(cursor))
        return tuple(fields)

    def operand(self, cursor: Cursor) -> Operand:
        of = self.type(cursor)
        if cursor.peek()[:1] not in _NAMES:  # nearly all are registers and globals, and have no attributes
            self.attributes(cursor)
        return Operand(of, self.value(cursor, of))

    def attributes(self, cursor: Cursor) -> dict[str, Type | None]:
        """Parameter or return attributes; those that name a type (byval, sret) with it."""
        found: dict[str, Type | None] = {}
        while True:
            token = cursor.peek()
            if not token or not (token[0].isalpha() or token[0] == '"') or token in _VALUE_WORDS:
                return found
            if self.starts_type(token) or token[:2] == 'c"':
                return found
            cursor.next()
            named: Type | None = None
            if token == "align" and cursor.peek().isdigit():
                cursor.next()
            elif token in ("byval", "sret", "inalloca", "preallocated", "elementtype") and cursor.peek() == "(":
                cursor.next()
                named = self.type(cursor)
                cursor.expect(")")
            elif token[0] == '"' and cursor.accept("="):
                cursor.next()
            else:
                cursor.skip_parentheses()
            found[token] = named

    def value(self, cursor: Cursor, of: Type) -> Value:
        token = cursor.next()
        first = token[:1]
        if first == "%":
            return Local(token)
        if first == "@":
            return Global(token)
        if token in ("true", "false"):
            return Constant(int(token == "true"))
        if token in ("null", "none"):
            return Constant(0)
        if token in ("undef", "poison"):
            return Undefined()
        if token == "zeroinitializer":
            return Unset(0) if isinstance(of, IntType | PointerType) or of in _FLOATS else Zero()
        if isinstance(of, FloatType) and (first in "-0123456789"):
            return _float_constant(token, of)
        if first == "-" or token.isdigit():
            bits = of.bits if isinstance(of, IntType) else 64
            return Constant(int(token) & ((1 << bits) - 1))
        if token[:2] == 'c"':
            return Text(unescape(token[2:-1]))
        if token in "[{<" and first:
            return self._aggregate(cursor, token)
        if token == "getelementptr":
            return self._element_address(cursor)
        if token in _CASTS or token in _ARITHMETIC:
            return self._expression(cursor, token)
        return self._unmodelled(cursor, token)

    def _aggregate(self, cursor: Cursor, opening: str) -> Value:
        packed = opening == "<" and cursor.accept("{")
        closing = "}" if packed else {"[": "]", "{": "}", "<": ">"}[opening]
        elements: list[Operand] = []
        while not cursor.accept(closing):
            if elements:
                cursor.expect(",")
            elements.append(self.operand(cursor))
        if packed:
            cursor.expect(">")
        return Aggregate(tuple(elements))

    def _element_address(self, cursor: Cursor) -> Value:
        while cursor.peek() != "(":
            word = cursor.next()
            if word == "inrange":
                cursor.skip_parentheses()
        cursor.expect("(")
        source = self.type(cursor)
        operands = []
        while cursor.accept(","):
            operands.append(self.operand(cursor))
        cursor.expect(")")
        return Expression("getelementptr", tuple(operands), source)

    def _expression(self, cursor: Cursor, opcode: str) -> Value:
        cursor.accept_any(_FLAGS)
        cursor.expect("(")
        operands = [self.operand(cursor)]
        to: Type | None = None
        if cursor.accept("to"):
            to = self.type(cursor)
        while cursor.accept(","):
            operands.append(self.operand(cursor))
        cursor.expect(")")
        return Expression(opcode, tuple(operands), to)

    def _unmodelled(self, cursor: Cursor, token: str) -> Value:
        if token == "asm":
            while cursor.peek()[:1] != '"':
                cursor.next()
            body = cursor.next()
            cursor.expect(",")
            return Unmodelled(f"asm {body} {cursor.next()}")
        if token in _VALUE_WORDS:
            if token in ("dso_local_equivalent", "no_cfi"):
                return Global(cursor.next())
            cursor.skip_parentheses()
            return Unmodelled(token)
        if token[:1] == "!":
            if cursor.peek() == "(":
                cursor.skip_parentheses()
            elif token == "!" and cursor.accept("{"):
                while cursor.next() not in ("}", ""):
                    pass
            return Unmodelled("metadata")
        cursor.at -= 1
        cursor.fail(f"{token!r} is not a value")
        raise AssertionError


def _float_constant(token: str, of: FloatType) -> Value:
    if of.name not in ("float", "double"):
        return Unmodelled(token)
    if token.startswith("0x"):
        if not token[2].isdigit() and token[2] in "KLMHR":
            return Unmodelled(token)
        value = struct.unpack("<d", struct.pack("<Q", int(token[2:], 16)))[0]
        if of.name == "double":
            return Constant(int(token[2:], 16))
        return Constant(_float_bits_of_double(int(token[2:], 16), value))
    number = float(token)
    if of.name == "double":
        return Constant(int.from_bytes(struct.pack("<d", number), "little"))
    return Constant(int.from_bytes(struct.pack("<f", number), "little"))


def _float_bits_of_double(bits: int, value: float) -> int:
    """A float is spelled by the bits of the equal double; a NaN keeps its sign and the upper bits of its payload."""
    if math.isnan(value):
        return (bits >> 32 & 0x80000000) | 0x7F800000 | (bits >> 29 & 0x7FFFFF)
    return int.from_bytes(struct.pack("<f", value), "little")


def unescape(text: str) -> bytes:
    r"""Bytes of an IR string: \XX is a byte, \\ a backslash."""
    data, at = bytearray(), 0
    while at < len(text):
        if text[at] == "\\":
            if text[at + 1] == "\\":
                data.append(0x5C)
                at += 2
            else:
                data.append(int(text[at + 1 : at + 3], 16))
                at += 3
        else:
            data += text[at].encode()
            at += 1
    return bytes(data)
