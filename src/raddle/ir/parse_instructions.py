"""One line of a function body -> one Instruction. An opcode that is not listed here is an error, never skipped."""

from collections.abc import Callable

from raddle.base.errors import UserError
from raddle.ir import instructions as ins
from raddle.ir.lexer import Cursor
from raddle.ir.parse_operands import OperandParser
from raddle.ir.types import VOID, ArrayType, IntType, StructType, Type, VectorType, resolved
from raddle.ir.values import Constant, Operand

INTEGER_BINARY = frozenset(
    {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"}
)
FLOAT_BINARY = frozenset({"fadd", "fsub", "fmul", "fdiv", "frem"})
CASTS = frozenset(
    {"trunc", "zext", "sext", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"}
    | {"ptrtoint", "inttoptr", "bitcast", "addrspacecast", "ptrtoaddr"}
)
_FLAGS = frozenset(
    {"nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw"}
    | {"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"}
)
_ORDERS = frozenset({"unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"})
_OPAQUE = frozenset({"extractelement", "insertelement", "shufflevector", "va_arg"})
_CALL_WORDS = frozenset({"tail", "musttail", "notail"})


class InstructionParser:
    def __init__(self, operands: OperandParser) -> None:
        self._operands = operands
        self._readers: dict[str, Callable[[Cursor, str | None, int | None], ins.Instruction]] = {
            "load": self._load,
            "store": self._store,
            "atomicrmw": self._atomicrmw,
            "cmpxchg": self._cmpxchg,
            "fence": self._fence,
            "alloca": self._alloca,
            "getelementptr": self._getelementptr,
            "phi": self._phi,
            "select": self._select,
            "extractvalue": self._extractvalue,
            "insertvalue": self._insertvalue,
            "freeze": self._freeze,
            "fneg": self._negate,
            "br": self._br,
            "switch": self._switch,
            "indirectbr": self._indirectbr,
            "ret": self._ret,
            "unreachable": self._unreachable,
            "resume": self._resume,
            "landingpad": self._landing_pad,
            "call": self._call,
            "invoke": self._call,
            "callbr": self._call,
            "icmp": self._compare,
            "fcmp": self._compare,
        }

    def instruction(self, cursor: Cursor) -> ins.Instruction:
        debug = _cut_metadata(cursor)
        result: str | None = None
        if cursor.peek()[:1] == "%" and cursor.peek(1) == "=":
            result = cursor.next()
            cursor.next()
        opcode = cursor.next()
        if opcode in _CALL_WORDS:
            opcode = cursor.next()
        reader = self._readers.get(opcode)
        if reader is not None:
            cursor.at -= 1  # some share a reader and look at their opcode
            return reader(cursor, result, debug)
        if opcode in INTEGER_BINARY or opcode in FLOAT_BINARY:
            return self._binary(cursor, result, debug, opcode)
        if opcode in CASTS:
            return self._cast(cursor, result, debug, opcode)
        if opcode in _OPAQUE:
            return self._opaque(cursor, result, debug, opcode)
        cursor.fail(f"unknown instruction {opcode!r}")
        raise AssertionError

    def _second(self, cursor: Cursor, first: Operand) -> Operand:
        cursor.expect(",")
        return Operand(first.type, self._operands.value(cursor, first.type))

    def _next_operand(self, cursor: Cursor) -> Operand:
        cursor.expect(",")
        return self._operands.operand(cursor)

    def _binary(self, cursor: Cursor, result: str | None, debug: int | None, opcode: str) -> ins.Instruction:
        cursor.accept_any(_FLAGS)
        left = self._operands.operand(cursor)
        return ins.Binary(cursor.line, result, left.type, debug, opcode, left, self._second(cursor, left))

    def _negate(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept_any(_FLAGS)
        operand = self._operands.operand(cursor)
        return ins.Negate(cursor.line, result, operand.type, debug, operand)

    def _compare(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        opcode = cursor.next()
        cursor.accept_any(_FLAGS)
        predicate = cursor.next()
        left = self._operands.operand(cursor)
        right = self._second(cursor, left)
        vector = resolved(left.type)
        of: Type = VectorType(vector.count, IntType(1)) if isinstance(vector, VectorType) else IntType(1)
        return ins.Compare(cursor.line, result, of, debug, opcode, predicate, left, right)

    def _cast(self, cursor: Cursor, result: str | None, debug: int | None, opcode: str) -> ins.Instruction:
        cursor.accept_any(_FLAGS)
        operand = self._operands.operand(cursor)
        cursor.expect("to")
        return ins.Cast(cursor.line, result, self._operands.type(cursor), debug, opcode, operand)

    def _freeze(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        operand = self._operands.operand(cursor)
        return ins.Freeze(cursor.line, result, operand.type, debug, operand)

    def _select(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept_any(_FLAGS)
        condition = self._operands.operand(cursor)
        if_true = self._next_operand(cursor)
        if_false = self._next_operand(cursor)
        return ins.Select(cursor.line, result, if_true.type, debug, condition, if_true, if_false)

    def _phi(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept_any(_FLAGS)
        of = self._operands.type(cursor)
        incoming = []
        while True:
            cursor.expect("[")
            value = Operand(of, self._operands.value(cursor, of))
            cursor.expect(",")
            incoming.append((value, cursor.next()[1:]))
            cursor.expect("]")
            if not cursor.accept(","):
                break
        return ins.Phi(cursor.line, result, of, debug, tuple(incoming))

    def _getelementptr(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept_any(_FLAGS)
        source = self._operands.type(cursor)
        base = self._next_operand(cursor)
        indices = []
        while cursor.accept(","):
            indices.append(self._operands.operand(cursor))
        of = next((index.type for index in indices if isinstance(index.type, VectorType)), base.type)
        return ins.ElementAddress(cursor.line, result, of, debug, source, base, tuple(indices))

    def _extractvalue(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        aggregate = self._operands.operand(cursor)
        path = self._path(cursor)
        return ins.ExtractValue(cursor.line, result, element_type(aggregate.type, path), debug, aggregate, path)

    def _insertvalue(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        aggregate = self._operands.operand(cursor)
        element = self._next_operand(cursor)
        return ins.InsertValue(cursor.line, result, aggregate.type, debug, aggregate, element, self._path(cursor))

    def _path(self, cursor: Cursor) -> tuple[int, ...]:
        path = []
        while cursor.accept(","):
            path.append(int(cursor.next()))
        return tuple(path)

    def _alloca(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept_any(frozenset({"inalloca", "swifterror"}))
        allocated = self._operands.type(cursor)
        count = None
        if cursor.peek() == "," and cursor.peek(1) not in ("align", "addrspace"):
            count = self._next_operand(cursor)
        return ins.Alloca(cursor.line, result, self._operands.type(_pointer(cursor)), debug, allocated, count)

    def _load(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        words = cursor.accept_any(frozenset({"atomic", "volatile"}))
        of = self._operands.type(cursor)
        address = self._next_operand(cursor)
        return ins.Load(cursor.line, result, of, debug, address, self._order(cursor), "volatile" in words)

    def _store(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        words = cursor.accept_any(frozenset({"atomic", "volatile"}))
        stored = self._operands.operand(cursor)
        address = self._next_operand(cursor)
        return ins.Store(cursor.line, None, VOID, debug, stored, address, self._order(cursor), "volatile" in words)

    def _order(self, cursor: Cursor) -> str:
        if cursor.accept("syncscope"):
            cursor.skip_parentheses()
        return cursor.next() if cursor.peek() in _ORDERS else ""

    def _atomicrmw(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        cursor.accept("volatile")
        operation = cursor.next()
        address = self._operands.operand(cursor)
        operand = self._next_operand(cursor)
        order = self._order(cursor)
        return ins.AtomicUpdate(cursor.line, result, operand.type, debug, operation, address, operand, order)

    def _cmpxchg(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        words = cursor.accept_any(frozenset({"weak", "volatile"}))
        address = self._operands.operand(cursor)
        expected = self._next_operand(cursor)
        desired = self._next_operand(cursor)
        of = StructType((expected.type, IntType(1)))
        order, failure = self._order(cursor), self._order(cursor)
        return ins.CompareExchange(
            cursor.line, result, of, debug, address, expected, desired, order, failure, "weak" in words
        )

    def _fence(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        return ins.Fence(cursor.line, result, VOID, debug, self._order(cursor))

    def _opaque(self, cursor: Cursor, result: str | None, debug: int | None, opcode: str) -> ins.Instruction:
        operands = [self._operands.operand(cursor)]
        while cursor.accept(","):
            if opcode == "va_arg":
                return ins.Opaque(cursor.line, result, self._operands.type(cursor), debug, opcode, tuple(operands))
            operands.append(self._operands.operand(cursor))
        of = operands[0].type
        if opcode == "extractelement" and isinstance(of, VectorType):
            of = of.element
        elif opcode == "shufflevector" and isinstance(of, VectorType):
            mask = operands[2].type
            of = VectorType(mask.count if isinstance(mask, VectorType) else of.count, of.element)
        return ins.Opaque(cursor.line, result, of, debug, opcode, tuple(operands))

    def _landing_pad(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        of = self._operands.type(cursor)
        catches: list[Operand] = []
        filtered = cleanup = False
        while word := cursor.next():
            if word == "cleanup":
                cleanup = True
            elif word == "catch":
                catches.append(self._operands.operand(cursor))
            elif word == "filter":
                filtered = True
                self._operands.operand(cursor)
            else:
                cursor.fail(f"unknown clause {word!r}")
        return ins.LandingPad(cursor.line, result, of, debug, tuple(catches), filtered, cleanup)

    def _br(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        if cursor.accept("label"):
            return ins.Jump(cursor.line, result, VOID, debug, cursor.next()[1:])
        condition = self._operands.operand(cursor)
        return ins.Branch(cursor.line, result, VOID, debug, condition, self._label(cursor), self._label(cursor))

    def _label(self, cursor: Cursor) -> str:
        cursor.expect(",")
        cursor.expect("label")
        return cursor.next()[1:]

    def _switch(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        selector = self._operands.operand(cursor)
        default = self._label(cursor)
        cursor.expect("[")
        cases = []
        while not cursor.accept("]"):
            value = self._operands.operand(cursor).value
            assert isinstance(value, Constant)
            cases.append((value.bits, self._label(cursor)))
        return ins.Switch(cursor.line, result, VOID, debug, selector, default, tuple(cases))

    def _indirectbr(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        address = self._operands.operand(cursor)
        cursor.expect(",")
        cursor.expect("[")
        targets = []
        while cursor.accept("label"):
            targets.append(cursor.next()[1:])
            cursor.accept(",")
        cursor.expect("]")
        return ins.IndirectJump(cursor.line, result, VOID, debug, address, tuple(targets))

    def _ret(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        cursor.next()
        operand = None if cursor.peek() == "void" else self._operands.operand(cursor)
        return ins.Return(cursor.line, result, VOID, debug, operand)

    def _unreachable(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        return ins.Unreachable(cursor.line, result, VOID, debug)

    def _resume(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        return ins.Resume(cursor.line, result, VOID, debug)

    def _call(self, cursor: Cursor, result: str | None, debug: int | None) -> ins.Instruction:
        opcode = cursor.next()
        while not self._operands.starts_type(cursor.peek()):
            word = cursor.next()
            if not word:
                cursor.fail("a call without a type")
            if word in ("cc", "align") and cursor.peek().isdigit():
                cursor.next()
            cursor.skip_parentheses()
        of = self._operands.type(cursor)
        variadic = False
        if cursor.peek() == "(":
            start = cursor.at
            cursor.skip_parentheses()
            variadic = "..." in cursor.tokens[start : cursor.at]
        callee = Operand(self._operands.type(_pointer(cursor)), self._operands.value(cursor, of))
        arguments = self._arguments(cursor)
        targets: list[str] = []
        if opcode == "invoke":
            while cursor.peek() != "to":
                if not cursor.next():
                    cursor.fail("an invoke without its labels")
            cursor.next()
            cursor.expect("label")
            targets.append(cursor.next()[1:])
            cursor.expect("unwind")
            cursor.expect("label")
            targets.append(cursor.next()[1:])
        elif opcode == "callbr":
            raise UserError("asm goto is not supported")
        return ins.Call(cursor.line, result, of, debug, callee, arguments, variadic, tuple(targets))

    def _arguments(self, cursor: Cursor) -> tuple[ins.Argument, ...]:
        cursor.expect("(")
        arguments: list[ins.Argument] = []
        while not cursor.accept(")"):
            if arguments:
                cursor.expect(",")
            of = self._operands.type(cursor)
            attributes = self._operands.attributes(cursor)
            arguments.append(ins.Argument(Operand(of, self._operands.value(cursor, of)), attributes.get("byval")))
        return tuple(arguments)


def element_type(of: Type, path: tuple[int, ...]) -> Type:
    for index in path:
        inner = resolved(of)
        if isinstance(inner, StructType):
            of = inner.fields[index]
        elif isinstance(inner, ArrayType):
            of = inner.element
    return of


def _pointer(cursor: Cursor) -> Cursor:
    return Cursor(["ptr"], cursor.line, cursor.text)


def _cut_metadata(cursor: Cursor) -> int | None:
    """Takes `, !kind !12` off the end and returns the number of its !dbg."""
    tokens, debug = cursor.tokens, None
    while len(tokens) >= 3 and tokens[-1][:1] == "!" and tokens[-2][:1] == "!" and tokens[-3] == ",":
        if tokens[-2] == "!dbg":
            debug = int(tokens[-1][1:])
        del tokens[-3:]
    return debug
