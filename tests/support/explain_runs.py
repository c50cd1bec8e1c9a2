"""Failing runs written as text -> explain.run.Run: the lines are what the threads did, in the order of the run.

    int balance = 0             memory: int, unsigned, char, byte (unsigned char), long; arrays: int a[3] = 4 5 6
    local unsigned u            registers need a declaration only where they are not int
    main: create T1             without it a thread was there from the beginning
    T1: lock l
    T1: bal = balance           a READ and an ASSIGN; names that are not declared are registers of their thread
    T1: if bal + a[1] <= 9 {    a CONDITION, turned such that it held; `}` ends its scope
    T1: balance = bal + 1       reads of what it mentions, and a WRITE; byte(x, 1) is the second byte of x
    T1: }
    T1: phi bal                 bal := bal, as a merge of control flow
    T1: unlock l
    T1: post ready              a semaphore that is 0 in the beginning
    T2: wait ready              a WAIT: what follows is reached since it was over, up to
    T2: leave ready
    main: join T1
    main: assert balance == 9   the last line: it must not hold; or: abort

Expressions are Python's, and mean what C would: 32 bits at least, signed overflow must not happen (Undefined).
"""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed, Failing, Formula, Run, Step
from raddle.logic.arithmetic import Trap, mask
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from tests.support.explain_words import FILE, INT, OVERFLOWS, SIGNED, TRUTH, TYPES, UNSIGNED, TextWording, Type

_MEMORY = re.compile(r"(int|unsigned|char|byte|long) (\w+)(?:\[(\d+)\])? = (.+)")
_LOCAL = re.compile(r"local (int|unsigned|char|byte|long) (\w+)")
_LINE = re.compile(r"(\w+): *(.+)")
_WRITTEN = re.compile(r"(\w+|\w+\[.+?\]|byte\(.+?\)) = (.+)")


class Undefined(Exception):
    """The run does what C leaves undefined, or its assertion holds."""


@dataclass(frozen=True)
class Object:
    """In memory."""

    type: Type
    address: int
    count: int


@dataclass
class Value:
    term: Term
    type: Type


@dataclass
class Thread:
    number: int
    start: int
    scopes: list[int] = field(default_factory=list)
    locks: dict[str, int] = field(default_factory=dict)
    waits: list[int] = field(default_factory=list)
    registers: dict[str, int] = field(default_factory=dict)
    last: int = 0


def run_of_text(text: str) -> Run:
    reader = _Reader(text)
    return reader.run()


def told(run: Run, numbers: Iterable[int]) -> list[str]:
    """The lines of these steps, each once, in the order of the run."""
    words = run.wording
    assert isinstance(words, TextWording)
    return [words.lines[line] for line in sorted({words.places[number] for number in numbers})]


class _Reader:
    def __init__(self, text: str) -> None:
        self.terms = TermStore()
        self.steps: list[Step] = []
        self.words = TextWording([line.strip() for line in text.splitlines()])
        self.threads: dict[str, Thread] = {}
        self.objects: dict[str, Object] = {}
        self.local_types: dict[str, Type] = {}
        self.lock_at: dict[str, int | None] = {}
        self.created: dict[str, int] = {}
        self.memory: dict[int, tuple[int | None, int]] = {}  # byte -> (who wrote it, its value)
        self.evaluate = Evaluator({})
        self.sound: list[Term] = []
        self.forced: list[tuple[int, int]] = []
        self.failing: Failing | None = None
        self.line = 0
        self.next_address = 0x1000

    def run(self) -> Run:
        for line, text in enumerate(self.words.lines):
            self.line = line
            if not text or text.startswith("#"):
                continue
            if found := _MEMORY.fullmatch(text):
                self.declare(*found.groups())
            elif found := _LOCAL.fullmatch(text):
                self.local_types[found[2]] = TYPES[found[1]]
            elif found := _LINE.fullmatch(text):
                assert self.failing is None, "an assertion stands at the end"
                self.do(self.thread(found[1]), found[2])
            else:
                raise ValueError(f"line {self.line + 1}: {text}")
        assert self.failing is not None, "no assertion"
        _mark_shared(self.steps)
        names = tuple(self.threads)
        return Run(self.terms, self.steps, self.words, self.words, names, self.failing, tuple(self.forced))

    def declare(self, type_name: str, name: str, count: str | None, values: str) -> None:
        type_ = TYPES[type_name]
        size = type_.width // 8
        self.objects[name] = Object(type_, self.next_address, int(count or 1))
        for index, word in enumerate(values.split()):
            for byte, value in enumerate((int(word) & mask(type_.width)).to_bytes(size, "little")):
                self.memory[self.next_address + index * size + byte] = (None, value)
        self.next_address += 16 * (1 + size * int(count or 1) // 16)

    def thread(self, name: str) -> Thread:
        if name not in self.threads:
            thread = self.threads[name] = Thread(len(self.threads), -1)
            create = self.created.get(name)
            step = self.step(thread, Deed.START)
            thread.start = step.number
            if create is not None:
                step.sources = (create,)
                self.words.formulas[-1] = Formula(needs=self.variable(create))
                self.forced.append((create, step.number))
        return self.threads[name]

    # ---- lines

    def do(self, thread: Thread, text: str) -> None:
        self.sound = []
        word, _, rest = text.partition(" ")
        match word:
            case "create":
                self.created[rest] = self.defined(thread, Deed.CREATE, self.terms.true, TRUTH, rest)
            case "join":
                self.forced.append((self.thread(rest).last, self.step(thread, Deed.JOIN).number))
            case "lock" | "unlock":
                self.lock(thread, rest, is_taken=word == "lock")
            case "post" | "wait":
                self.semaphore(thread, rest, is_wait=word == "wait")
            case "leave":
                thread.waits.pop()
            case "if":
                self.condition(thread, rest.removesuffix("{"))
            case "}":
                thread.scopes.pop()
            case "phi":
                old = thread.registers[rest]
                type_ = self.words.types[old]
                thread.registers[rest] = self.defined(thread, Deed.PHI, self.variable(old), type_, rest)
                self.steps[-1].sources = (old,)
            case "assert" | "abort":
                self.fail(thread, rest)
            case _:
                found = _WRITTEN.fullmatch(text)
                assert found, text
                self.assign(thread, found[1], found[2])

    def lock(self, thread: Thread, name: str, *, is_taken: bool) -> None:
        last = self.lock_at.get(name)
        value = thread.number + 1 if is_taken else 0
        if is_taken:
            seen = self.terms.bits(0, 32) if last is None else self.variable(last)
            needs = self.terms.equal(seen, self.terms.bits(0, 32))
            if not self.evaluate.holds(needs):
                raise Undefined(f"line {self.line + 1}: {name} is held")
        else:
            del thread.locks[name]
            needs = None
        deed = Deed.LOCK if is_taken else Deed.UNLOCK
        number = self.defined(thread, deed, self.terms.bits(value, 32), INT, name, needs=needs)
        if is_taken:
            self.steps[-1].sources = () if last is None else (last,)
            thread.locks[name] = number
        self.lock_at[name] = number

    def semaphore(self, thread: Thread, name: str, *, is_wait: bool) -> None:
        last = self.lock_at.get(name)
        seen = self.terms.bits(0, 32) if last is None else self.variable(last)
        needs = self.terms.negation(self.terms.equal(seen, self.terms.bits(0, 32))) if is_wait else None
        if needs is not None and not self.evaluate.holds(needs):
            raise Undefined(f"line {self.line + 1}: {name} is 0")
        count = self.terms.apply(Op.SUB if is_wait else Op.ADD, 32, seen, self.terms.bits(1, 32))
        deed = Deed.WAIT if is_wait else Deed.OTHER
        number = self.lock_at[name] = self.defined(thread, deed, count, INT, name, needs=needs)
        self.steps[number].sources = () if last is None else (last,)
        if is_wait:
            thread.waits.append(number)

    def condition(self, thread: Thread, text: str) -> None:
        needs = self.truth(self.value(thread, text))
        if not self.evaluate.holds(needs):
            needs = self.terms.negation(needs)
        step = self.step(thread, Deed.CONDITION)
        self.words.formulas[-1] = Formula(needs=needs, sound=tuple(self.sound))
        thread.scopes.append(step.number)

    def fail(self, thread: Thread, text: str) -> None:
        held = self.truth(self.value(thread, text)) if text else self.terms.false
        if self.evaluate.holds(held):
            raise Undefined(f"line {self.line + 1}: it holds")
        self.failing = Failing(
            thread.number,
            self.terms.negation(held),
            self.words.lines[self.line],
            SourcePlace(FILE, self.line + 1),
            tuple(self.sound),
            thread.scopes[-1] if thread.scopes else thread.start,
            (thread.scopes[-1] if thread.scopes else thread.start, *thread.locks.values(), *thread.waits[-1:]),
        )

    def assign(self, thread: Thread, to: str, text: str) -> None:
        tree = ast.parse(to, mode="eval").body
        value = self.value(thread, text)
        if isinstance(tree, ast.Name) and to not in self.objects:
            type_ = self.local_types.get(to, INT)
            term = self.converted(value, type_)
            thread.registers[to] = self.defined(thread, Deed.ASSIGN, term, type_, to)
            return
        address, type_, name, where = self.place_of(thread, tree)
        term = self.converted(value, type_)
        number = self.defined(thread, Deed.WRITE, term, type_, name, where=where)
        step = self.steps[number]
        step.address, step.size = address, type_.width // 8
        for byte, one in enumerate(step.value.to_bytes(step.size, "little")):
            self.memory[address + byte] = (number, one)

    # ---- steps

    def step(self, thread: Thread, deed: Deed) -> Step:
        guard = thread.scopes[-1] if thread.scopes else thread.start if deed is not Deed.START else None
        locks, waited = tuple(thread.locks.values()), thread.waits[-1] if thread.waits else None
        step = Step(len(self.steps), thread.number, deed, guard=guard, locks=locks, waited=waited)
        self.steps.append(step)
        thread.last = step.number
        self.words.formulas.append(Formula())
        self.words.places.append(self.line)
        self.words.names.append("")
        self.words.types.append(INT)
        return step

    def defined(
        self,
        thread: Thread,
        deed: Deed,
        term: Term,
        type_: Type,
        name: str,
        *,
        where: Term | None = None,
        needs: Term | None = None,
    ) -> int:
        for one in self.sound:
            if not self.evaluate.holds(one):
                raise Undefined(f"line {self.line + 1}: signed overflow")
        step = self.step(thread, deed)
        step.width = type_.width
        try:
            step.value = self.evaluate(term)
        except Trap:
            raise Undefined(f"line {self.line + 1}: division by zero") from None
        self.words.formulas[-1] = Formula(term, needs, () if deed is Deed.READ else tuple(self.sound), where)
        self.words.names[-1] = name
        self.words.types[-1] = type_
        self.evaluate.learn(self.variable(step.number), step.value)
        return step.number

    def variable(self, number: int) -> Term:
        return self.terms.variable(f"s{number}", self.steps[number].width)

    def read(self, thread: Thread, tree: ast.expr) -> Value:
        address, type_, name, where = self.place_of(thread, tree)
        pieces = [self.memory[address + byte] for byte in range(type_.width // 8)]
        whole: Term | None = None
        for byte, (writer, one) in enumerate(pieces):
            piece = self.terms.bits(one, 8)
            if writer is not None:
                lowest = 8 * (address + byte - self.steps[writer].address)
                piece = self.terms.extract(self.variable(writer), lowest, 8)
            whole = piece if whole is None else self.terms.concat(piece, whole)
        assert whole is not None
        number = self.defined(thread, Deed.READ, whole, type_, name, where=where)
        step = self.steps[number]
        step.address, step.size = address, type_.width // 8
        step.sources = tuple(sorted({writer for writer, _ in pieces if writer is not None}))
        return Value(self.variable(number), type_)

    # ---- expressions

    def value(self, thread: Thread, text: str) -> Value:
        value = self.expression(thread, ast.parse(text.strip(), mode="eval").body)
        try:
            self.evaluate(value.term)
        except Trap:
            raise Undefined(f"line {self.line + 1}: division by zero") from None
        if not all(map(self.evaluate.holds, self.sound)):
            raise Undefined(f"line {self.line + 1}: signed overflow")
        return value

    def expression(self, thread: Thread, tree: ast.expr) -> Value:
        match tree:
            case ast.Constant(value=int(number)):
                return Value(self.terms.bits(number, 32), INT)
            case ast.Name(id=name) if name not in self.objects:
                number = thread.registers[name]
                return Value(self.variable(number), self.words.types[number])
            case ast.Name() | ast.Subscript() | ast.Call():
                return self.read(thread, tree)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.binary("Sub", Value(self.terms.bits(0, 32), INT), self.expression(thread, operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Value(self.terms.negation(self.truth(self.expression(thread, operand))), TRUTH)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(type(op).__name__, self.expression(thread, left), self.expression(thread, right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.binary(type(op).__name__, self.expression(thread, left), self.expression(thread, right))
            case ast.BoolOp(op=op, values=values):
                parts = [self.truth(self.expression(thread, one)) for one in values]
                joined = self.terms.all_of if isinstance(op, ast.And) else self.terms.any_of
                return Value(joined(parts), TRUTH)
            case _:
                raise ValueError(ast.unparse(tree))

    def binary(self, name: str, a: Value, b: Value) -> Value:
        width = max(32, a.type.width, b.type.width)
        is_signed = all(one.type.is_signed or one.type.width < width for one in (a, b))
        type_ = Type(width, is_signed)
        op = (SIGNED if is_signed else UNSIGNED)[name]
        x, y = self.converted(a, type_), self.converted(b, type_)
        if name in ("Lt", "LtE", "Gt", "GtE", "Eq", "NotEq"):
            return Value(self.terms.apply(op, 1, x, y), TRUTH)
        if is_signed and op in OVERFLOWS:
            self.sound.append(self.terms.negation(self.terms.apply(OVERFLOWS[op], 1, x, y)))
        if op in (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM):
            self.sound.append(self.terms.negation(self.terms.equal(y, self.terms.bits(0, width))))
        return Value(self.terms.apply(op, width, x, y), type_)

    def converted(self, value: Value, to: Type) -> Term:
        width = value.type.width
        if width == to.width:
            return value.term
        if width > to.width:
            return self.terms.convert(Op.TRUNC, to.width, value.term)
        return self.terms.convert(Op.SEXT if value.type.is_signed else Op.ZEXT, to.width, value.term)

    def truth(self, value: Value) -> Term:
        if value.type is TRUTH:
            return value.term
        return self.terms.negation(self.terms.equal(value.term, self.terms.bits(0, value.type.width)))

    def place_of(self, thread: Thread, tree: ast.expr) -> tuple[int, Type, str, Term | None]:
        """Address, type, name, and that the address is that, where it depends on a variable."""
        match tree:
            case ast.Name(id=name):
                object_ = self.objects[name]
                return object_.address, object_.type, name, None
            case ast.Call(args=[ast.Name(id=name), ast.Constant(value=int(byte))]):
                return self.objects[name].address + byte, TYPES["byte"], f"byte({name}, {byte})", None
            case ast.Subscript(value=ast.Name(id=name), slice=inside):
                object_ = self.objects[name]
                index = self.converted(self.expression(thread, inside), INT)
                at = self.evaluate(index)
                if at >= object_.count:
                    raise Undefined(f"line {self.line + 1}: outside of {name}")
                where = self.terms.equal(index, self.terms.bits(at, 32)) if variables_of((index,)) else None
                return object_.address + at * object_.type.width // 8, object_.type, f"{name}[{at}]", where
            case _:
                raise ValueError(ast.unparse(tree))


def _mark_shared(steps: Sequence[Step]) -> None:
    threads: dict[int, set[int]] = {}
    written: set[int] = set()
    accesses = [step for step in steps if step.deed in (Deed.READ, Deed.WRITE)]
    for step in accesses:
        for byte in range(step.address, step.address + step.size):
            threads.setdefault(byte, set()).add(step.thread)
            if step.deed is Deed.WRITE:
                written.add(byte)
    for step in accesses:
        step.shared = any(
            byte in written and len(threads[byte]) > 1 for byte in range(step.address, step.address + step.size)
        )
