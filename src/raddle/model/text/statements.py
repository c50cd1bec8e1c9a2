"""Statements of the text format: one line of a thread becomes the actions that it stands for."""

from typing import Final

from raddle.logic.arithmetic import mask
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Against,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    WakeCause,
    Write,
)
from raddle.model.text.declarations import Declarations
from raddle.model.text.expressions import MADE_UP, MARKS, ORDERS, Expressions, How, Number, Value, read_how
from raddle.model.text.lexer import Line

BARE: Final[dict[str, Action]] = {
    "start": Start(),
    "exit": Exit(),
    "region_begin": RegionBegin(),
    "region_end": RegionEnd(),
    "end_process": ProcessEnd(),
}
"""Statements of one word."""
_REGIONS: Final[dict[str, type[RegionBegin] | type[RegionEnd]]] = {
    "region_begin": RegionBegin,
    "region_end": RegionEnd,
}
_LOCKS: Final[dict[str, tuple[type[Acquire] | type[Release], Mode]]] = {
    "lock": (Acquire, Mode.EXCLUSIVE),
    "unlock": (Release, Mode.EXCLUSIVE),
    "rdlock": (Acquire, Mode.SHARED),
    "rdunlock": (Release, Mode.SHARED),
}
_TRIES: Final = {"trylock": Mode.EXCLUSIVE, "tryrdlock": Mode.SHARED}
_ONCES: Final[dict[str, type[OnceBegin] | type[OnceEnd] | type[OncePass]]] = {
    "once_begin": OnceBegin,
    "once_end": OnceEnd,
    "once_pass": OncePass,
}
CHECKS: Final[dict[Against, str]] = {
    "assertion": "assert",
    "division": "check_division",
    "address": "check_address",
    "misuse": "check_lock",
}
"""By what it means if it is false: how a check is written."""
_CHECKED: Final = {word: against for against, word in CHECKS.items()}
_MOST: Final = 1 << 30


class Statements:
    """Of one thread. Remembers what its local variables are worth."""

    def __init__(self, terms: TermStore, declared: Declarations, threads: dict[str, int], thread: str) -> None:
        self._terms = terms
        self._declared = declared
        self._threads = threads
        self._thread = thread
        self.locals: dict[str, Term] = {}
        self._count = 0
        """Variables made so far."""

    def read(self, line: Line) -> list[Action]:
        """The line, after the label, up to where it leads."""
        word = line.peek()
        if word.kind == "name" and word.text in BARE and line.ends_statement(1):
            line.take()
            return [BARE[word.text]]
        if word.kind == "name" and word.text in _REGIONS and line.sees(MADE_UP, 1) and line.ends_statement(2):
            line.take()
            line.take()
            return [_REGIONS[word.text](made_up=True)]
        if word.kind == "name" and word.text == "skip" and line.ends_statement(1):
            line.take()
            return [Step((), self._terms.true, ())]
        event = _Event(self, line)
        if line.sees("with") and line.sees("(", 1):
            line.take()
            event.read_first()
        if line.sees("(", 1) and not line.sees("at"):
            actions = self._call(line, event)
        else:
            actions = [self._assignments(line, event, self._terms.true)]
        return actions

    # ---- assignments

    def _assignments(self, line: Line, event: "_Event", guard: Term) -> Step:
        """`x := e`, or several in braces. All right sides are what they are before any of them."""
        if line.accept("{"):
            if not line.accept("}"):
                event.assign()
                while line.accept(","):
                    event.assign()
                line.expect("}")
        else:
            event.assign()
        self.locals.update(event.locals)
        return Step(tuple(event.reads), guard, tuple(event.writes))

    def _call(self, line: Line, event: "_Event") -> list[Action]:
        word = line.name("a statement")
        line.expect("(")
        if word in ("assume", "if", *_CHECKED):
            condition = event.expressions.truth()
            line.expect(")")
            step = Step(tuple(event.reads), condition, ())
            if line.sees("{"):
                step = self._assignments(line, event, condition)
            if word not in _CHECKED:
                return [step]
            if step.writes:
                line.fail("an assertion writes nothing", "only local variables are assigned after it")
            return [Check(step.reads, condition, _CHECKED[word])]
        if event.reads:
            line.fail(f"{word} reads no shared variable", "leave with(...) out")
        if word in ("free", "frame_end", "resize"):
            return [self._freed(line, event, word)]
        name = line.name("a name")
        if word in ("wait", "begin_wait"):
            return self._wait(line, name, word)
        line.expect(")")
        return self._synchronisation(line, word, name)

    def _synchronisation(self, line: Line, word: str, name: str) -> list[Action]:
        declared = self._declared
        match word:
            case "acq" | "rel" if declared.kind(name) == "semaphore":
                semaphore = declared.number(line, name, "semaphore")
                return [Take(semaphore) if word == "acq" else Post(semaphore)]
            case "acq" | "rel":
                lock = declared.number(line, name, "lock")
                return [Acquire(lock) if word == "acq" else Release(lock)]
            case "lock" | "unlock" | "rdlock" | "rdunlock":
                make, mode = _LOCKS[word]
                return [make(declared.number(line, name, "lock"), mode)]
            case "trylock" | "tryrdlock":
                lock = declared.number(line, name, "lock")
                mode = _TRIES[word]
                return [Refused(lock, mode) if line.accept("fails") else Acquire(lock, mode, waits=False)]
            case "woken":
                return [self._wake(line, declared.number(line, name, "condition"))]
            case "signal":
                return [Signal(declared.number(line, name, "condition"))]
            case "broadcast":
                return [Broadcast(declared.number(line, name, "condition"))]
            case "take" | "trytake":
                return [Take(declared.number(line, name, "semaphore"), waits=word == "take")]
            case "post":
                return [Post(declared.number(line, name, "semaphore"))]
            case "count":
                line.expect("==")
                count = line.integer("a count", 0, _MOST)
                return [Count(declared.number(line, name, "semaphore"), count)]
            case "barrier" | "arrive" | "leave":
                barrier = declared.number(line, name, "barrier")
                if word == "arrive":
                    return [Arrive(barrier)]
                leave = Leave(barrier, last=None if line.accept("any") else line.accept("last"))
                return [leave] if word == "leave" else [Arrive(barrier), leave]
            case "once_begin" | "once_end" | "once_pass":
                return [_ONCES[word](declared.number(line, name, "once"))]
            case "create" | "join" | "tryjoin":
                if name not in self._threads:
                    line.fail(f"there is no thread {name}", f"write it: thread {name}")
                thread = self._threads[name]
                return [Create(thread) if word == "create" else Join(thread, waits=word == "join")]
            case "fence":
                if name not in ORDERS:
                    line.fail(f"{name} is no memory order", f"there are {', '.join(ORDERS)}")
                return [Fence(ORDERS[name])]
            case _:
                pass
        return line.fail(f"there is no statement {word}(...)", "assignments are written x := e")

    def _wait(self, line: Line, name: str, word: str) -> list[Action]:
        condition = self._declared.number(line, name, "condition")
        lock = None
        if line.accept(","):
            lock = self._declared.number(line, line.name("a lock"), "lock")
        line.expect(")")
        if word == "begin_wait":
            return [Wait(condition, lock)]
        again = [] if lock is None else [Acquire(lock)]
        return [Wait(condition, lock), self._wake(line, condition), *again]

    @staticmethod
    def _wake(line: Line, condition: int) -> Wake:
        cause: WakeCause = "signal"
        if line.accept("timeout"):
            cause = "timeout"
        elif line.accept("any"):
            cause = "any"
        elif line.accept("spurious"):
            cause = "spurious"
        return Wake(condition, cause, waits=not line.accept("timed"))

    def _freed(self, line: Line, event: "_Event", word: str) -> Free:
        """After `free(`, `frame_end(` or `resize(`: cells, and perhaps when it is these."""
        cells: list[int] = []
        while not line.accept(")"):
            if cells:
                line.expect(",")
            cells.append(self._cell(line))
        if len(set(cells)) < len(cells):
            line.fail(f"{word}(...) names a cell twice")
        when = event.expressions.truth() if line.accept("when") else None
        if event.reads:
            line.fail(f"{word}(...) when ... speaks of what was read before")
        return Free(tuple(cells), when, of_frame=word == "frame_end", goes_on=word == "resize")

    def _cell(self, line: Line) -> int:
        name = line.name("a shared variable")
        if line.accept("["):
            name = f"{name}[{line.integer('the number of an element', 0, _MOST)}]"
            line.expect("]")
        return self._declared.number(line, name, "shared")

    # ---- what an event needs

    def fresh(self, width: int) -> Term:
        self._count += 1
        return self._terms.variable(f"{self._thread}.{self._count}", width)

    @property
    def terms(self) -> TermStore:
        return self._terms

    @property
    def declared(self) -> Declarations:
        return self._declared

    def local(self, name: str) -> Term | None:
        return self.locals.get(name)


class _Event:
    """The reads and writes of one line: each cell that it speaks of is read once."""

    def __init__(self, statements: Statements, line: Line) -> None:
        self._statements = statements
        self._line = line
        self.expressions: Final = Expressions(statements.terms, line, self)
        self.reads: list[Read] = []
        self.writes: list[Write] = []
        self.locals: dict[str, Term] = {}
        self._known: dict[tuple[Term | None, tuple[int, ...], tuple[int, ...]], tuple[Term, How]] = {}

    # ---- names in expressions

    def named(self, line: Line, name: str, how: How) -> Term:
        found = self._statements.local(name)
        if found is not None:
            if how != How():
                line.fail(f"{name} is a local variable", "only shared ones are accessed in an order")
            return found
        kind = self._statements.declared.kind(name)
        if kind is None:
            line.fail(f"{name} has no value here", f"assign it first, or declare it: shared {name} = 0")
        return self._seen((None, (self._statements.declared.number(line, name, "shared"),), ()), how)

    def element(self, line: Line, array: str, index: Value, how: How) -> Term:
        return self._seen(self._place_in(array, index), how)

    def chosen(self, line: Line, address: Value, cells: dict[int, str], how: How) -> Term:
        return self._seen(self._place_among(address, cells), how)

    def _seen(self, place: tuple[Term | None, tuple[int, ...], tuple[int, ...]], how: How) -> Term:
        if MADE_UP in how.marks:
            self._line.fail(f"a read is not {MADE_UP}", "only a write may be")
        if place not in self._known:
            address, cells, addresses = place
            variable = self._statements.fresh(self._statements.declared.cells[cells[0]].width)
            self._known[place] = variable, how
            marks = (mark in how.marks for mark in MARKS)
            self.reads.append(Read(variable, cells, address, addresses, how.order, *marks))
        variable, before = self._known[place]
        if before != how:
            self._line.fail("one event reads the same place in two ways", "write the same order behind it each time")
        return variable

    def read_first(self) -> None:
        """`with(x, y)`: those are read, in that order, before anything else."""
        self._line.expect("(")
        self.expressions.value()
        while self._line.accept(","):
            self.expressions.value()
        self._line.expect(")")

    # ---- places

    def _place_in(self, array: str, index: Value) -> tuple[Term | None, tuple[int, ...], tuple[int, ...]]:
        declared, line = self._statements.declared, self._line
        if array not in declared.arrays:
            line.fail(f"{array} is no array", f"declare it: shared {array}[4] = 0")
        cells = declared.arrays[array]
        constant = index.value if isinstance(index, Number) else index.constant
        if constant is not None:
            if not 0 <= constant < len(cells):
                line.fail(f"{array} has no element {constant}", f"it has {len(cells)}")
            return None, (cells[constant],), ()
        address = self.expressions.term(index)
        count = min(len(cells), 1 << address.width)
        return address, tuple(cells[:count]), tuple(range(count))

    def _place_among(self, address: Value, cells: dict[int, str]) -> tuple[Term, tuple[int, ...], tuple[int, ...]]:
        declared, line = self._statements.declared, self._line
        term = self.expressions.term(address)
        numbers = tuple(declared.number(line, name, "shared") for name in cells.values())
        if len({declared.cells[number].width for number in numbers}) > 1:
            line.fail("the cells of at(...) have different widths")
        if len(set(numbers)) < len(numbers):
            line.fail("at(...) names a cell twice")
        if max(cells) > mask(term.width):
            line.fail(f"the address has {term.width} bits and is never {max(cells)}")
        return term, numbers, tuple(cells)

    # ---- assignments

    def assign(self) -> None:
        line = self._line
        declared = self._statements.declared
        place: tuple[Term | None, tuple[int, ...], tuple[int, ...]]
        name = line.name("a variable")
        if name == "at" and line.accept("("):
            place = self._place_among(*self.expressions.cells_by_address())
        elif line.accept("["):
            index = self.expressions.value()
            line.expect("]")
            place = self._place_in(name, index)
        elif declared.kind(name) is None:
            line.expect(":=")
            if name in self.locals:
                line.fail(f"{name} is assigned twice in one event")
            self.locals[name] = self.expressions.term(self.expressions.value())
            return
        else:
            place = None, (declared.number(line, name, "shared"),), ()
        how = read_how(line)
        for mark in how.marks - {MADE_UP}:
            line.fail(f"a write is not {mark}", "only a read may be")
        line.expect(":=")
        address, cells, addresses = place
        if any(cell in write.cells for write in self.writes for cell in cells):
            line.fail(f"{name} may be written twice in one event", "write it in two lines")
        value = self.expressions.of_width(declared.cells[cells[0]].width)
        self.writes.append(Write(value, cells, address, addresses, how.order, MADE_UP in how.marks))
