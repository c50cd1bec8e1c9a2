"""A small text format for concurrent trace programs, so that figures are files, and other languages can feed the
analysis. In: text. Out: a trace program, or a UserError with file and line.

    shared x = 0, flag: 1 = 0, a[4]: 8 = {1, 2, 3, 4}   # 32 bits unless said; lock m; condition c; once o;
    semaphore s = 1                                     # barrier b = 2; hidden h = 0: no memory of the program
    thread T1
      t1: i := x + 1                           # a local variable; labels are optional
      t2: assume(x > i) { x := x - i, y := 1 } # a guarded assignment: all of it or nothing, nobody in between
      t3: assert(a[i] == 2)

Other statements: if(e) is assume(e); skip; lock, unlock, rdlock, rdunlock, acq, rel (of a lock or a semaphore);
wait(c, m) or wait(c), perhaps with timeout, spurious or any behind it, is begin_wait, woken and lock; signal,
broadcast; take, post, count(s) == 2; barrier(b), with last behind it for the last of a round, or any for whichever, is
arrive and leave; once_begin, once_end, once_pass; create(T), join(T); region_begin, region_end: nobody else moves;
end_process; `...` at the end of a thread that was still running; unstarted. What never blocks: trylock, tryrdlock (with
fails behind it: it did not get the lock), tryjoin, trytake; wait and woken with timed behind them had a time limit,
whatever woke them.
x@release, a[i]@acquire, at(...)@relaxed: atomic accesses; fence(seq_cst); free(x, a[0]) gives memory back, with
`when c` behind it only then; frame_end(x) is the same at the return of the function whose variable x is; resize(x) is a
realloc() that may have left x where it is. x@early is no access: the source does not read there in every case, and
at(...)@of_early right behind it is the access in those where it does; x@shown is given to a function that shows it;
x@early@of_lock: a lock lies there that is used next. x@made_up := 1, region_begin made_up, region_end made_up: nothing
that the program does. `of_lock` behind the first value of a hidden cell: the state of a lock; `unwritten`: anything may
be there at first.
check_division(c), check_address(c) are written as assert(c): where c is false the division traps, the access behind it
goes astray.
with(x, y) before a statement reads those first. `atomic {` and `}` around lines declare a transaction: a property, not
a fact. at(e, 16: x, 20: y) is the cell at address e. Labels of the events behind the first of a line have primes: t4,
t4', t4''.

main creates the threads that nobody creates, at its beginning; without a `thread main` it does nothing else. The
observed order is `trace t1 t2..t8 t9`: see model/text/trace_line.py. Expressions: see model/text/expressions.py.
Branches, `point p1` and `-> p1`: see model/text/branches.py.
"""

from dataclasses import dataclass, field
from pathlib import Path

from raddle.base.errors import UserError
from raddle.logic.terms import TermStore
from raddle.model.actions import Action, Create, Exit, Start
from raddle.model.check import fault_of
from raddle.model.graph import Graph
from raddle.model.program import MAIN, Event, Thread, TraceProgram
from raddle.model.text.branches import Ways, graph_of
from raddle.model.text.declarations import KEYWORDS, Declarations
from raddle.model.text.lexer import Line
from raddle.model.text.statements import Statements
from raddle.model.text.trace_line import observed_order


def load_ctp(path: Path) -> TraceProgram:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read the trace program: {error}", where=path, advice="give a text file") from None
    return parse_ctp(text, str(path))


def load_chains(path: Path) -> TraceProgram:
    """For who knows no branches."""
    program = load_ctp(path)
    if program.branches is not None:
        what = "the trace program has branches: only where each thread has one way is it decided, or exported"
        raise UserError(what, where=path, advice="raddle show --program prints it; raddle verify asks about programs")
    return program


def parse_ctp(text: str, where: str = "trace program") -> TraceProgram:
    lines = [Line(where, number, written) for number, written in enumerate(text.split("\n"), 1)]
    reader = _Reader(where, [line for line in lines if not line.is_empty])
    reader.read()
    return reader.program()


def _is_declaration(line: Line) -> bool:
    return line.peek().kind == "name" and line.peek().text in KEYWORDS and line.peek(1).kind == "name"


@dataclass
class _Draft:
    """A thread so far."""

    name: str
    line: Line | None
    actions: list[tuple[Action, int, str]] = field(default_factory=list)
    """With the number of the line, and the label."""
    is_open: bool = False
    """It was still running at the end."""
    is_unstarted: bool = False
    transactions: list[tuple[int, int]] = field(default_factory=list)
    ways: Ways = field(default_factory=Ways)


class _Reader:
    def __init__(self, where: str, lines: list[Line]) -> None:
        self._where = where
        self._lines = lines
        self._terms = TermStore()
        self._declared = Declarations()
        self._threads: dict[str, int] = {}
        self._drafts: list[_Draft] = []
        self._labels: dict[str, int] = {}
        """And their lines."""
        self._traces: list[Line] = []

    # ---- reading

    def read(self) -> None:
        self._find_threads()
        place = 0
        while place < len(self._lines):
            line = self._lines[place]
            if line.sees("thread"):
                place = self._thread(place)
                continue
            place += 1
            if _is_declaration(line):
                self._declared.read(line)
            elif line.accept("trace"):
                self._traces.append(line)
            else:
                line.fail(
                    f"{line.peek().text!r} stands outside of a thread",
                    f"begin one with `thread NAME`, or declare something: {', '.join(KEYWORDS)}",
                )

    def _find_threads(self) -> None:
        """Their numbers: a thread may be created before the text comes to it."""
        headers = [line for line in self._lines if line.sees("thread") and line.peek(1).kind == "name"]
        names = [line.peek(1).text for line in headers]
        for line, name in zip(headers, names, strict=True):
            if names.count(name) > 1:
                line.fail(f"there are two threads {name}", "give one of them another name")
        for name in ["main", *(name for name in names if name != "main")]:
            self._threads[name] = len(self._drafts)
            self._drafts.append(_Draft(name, None))
        if not headers:
            raise UserError("the trace program has no thread", where=self._where, advice="begin one: thread T1")

    def _thread(self, place: int) -> int:
        """Out: the place of the line after it."""
        header = self._lines[place]
        header.take()
        draft = self._drafts[self._threads[header.name("the name of a thread")]]
        header.finish()
        draft.line = header
        statements = Statements(self._terms, self._declared, self._threads, draft.name)
        block: int | None = None
        place += 1
        while place < len(self._lines):
            line = self._lines[place]
            if line.sees("thread") or line.sees("trace") or _is_declaration(line):
                break
            if draft.is_open or draft.is_unstarted:
                line.fail(f"something follows the end of thread {draft.name}", "begin the next one: thread NAME")
            if line.sees("atomic") and line.sees("{", 1):
                if block is not None:
                    line.fail("an atomic block inside an atomic block", "declare the outer one only")
                line.take()
                line.take()
                block = len(draft.actions)
                line.finish()
            elif line.accept("}"):
                if block is None:
                    line.fail("there is no atomic block to end here", "begin one with `atomic {`")
                if block == len(draft.actions):
                    line.fail("the atomic block is empty", "leave it out")
                draft.transactions.append((block, len(draft.actions) - 1))
                block = None
                line.finish()
            elif line.sees("point") and line.peek(1).kind == "name":
                line.take()
                draft.ways.point(line)
            else:
                self._statement(draft, line, statements)
            place += 1
        if block is not None:
            header.fail(f"an atomic block of thread {draft.name} has no end", "end it with } on a line of its own")
        return place

    def _statement(self, draft: _Draft, line: Line, statements: Statements) -> None:
        if line.accept("..."):
            line.finish()
            draft.is_open = True
            return
        if line.sees("unstarted") and line.peek(1).kind == "end":
            if draft.actions or draft.name == "main":
                line.fail(f"thread {draft.name} has started", "unstarted stands alone in its thread")
            draft.is_unstarted = True
            return
        label = ""
        if line.peek().kind == "name" and line.sees(":", 1):
            label = line.take().text
            line.take()
        statements.locals = draft.ways.locals
        actions = statements.read(line)
        draft.ways.lead(line, actions, statements.locals)
        line.finish()
        for action in actions:
            if label in self._labels:
                line.fail(f"{label} is the label of line {self._labels[label]} as well", "give it another one")
            if label:
                self._labels[label] = line.number
            draft.actions.append((action, line.number, label))
            label = label and label + "'"

    # ---- the program

    def program(self) -> TraceProgram:
        main = self._drafts[MAIN]
        parents = self._parents()
        for draft in self._drafts[1:]:
            self._complete(draft)
        if main.line is None:
            main.is_open = True
        elif not main.is_open and main.ways.goes_on:
            main.actions.append((Exit(), main.line.number, ""))
            main.ways.end()
        events: list[Event] = []
        threads: list[Thread] = []
        transactions: list[tuple[int, int]] = []
        for number, draft in enumerate(self._drafts):
            first = len(events)
            threads.append(Thread(draft.name, first, len(draft.actions), parents[number]))
            transactions.extend((first + begin, first + end) for begin, end in draft.transactions)
            for position, (action, line, label) in enumerate(draft.actions):
                events.append(Event(len(events), number, position, action, position + 1, line, label))
        declared = self._declared
        ctp = TraceProgram(
            terms=self._terms,
            threads=tuple(threads),
            events=tuple(events),
            cells=tuple(declared.cells),
            locks=tuple(declared.locks),
            conditions=tuple(declared.conditions),
            semaphores=tuple(declared.semaphores),
            barriers=tuple(declared.barriers),
            onces=tuple(declared.onces),
            transactions=tuple(transactions),
            branches=self._graph(),
        )
        fault = fault_of(ctp)
        if fault is not None:
            where = self._where if fault.event is None else f"{self._where}:{fault.event.origin}"
            raise UserError(fault.what, where=where, advice="change the trace program there")
        return observed_order(ctp, self._traces)

    @property
    def _branches(self) -> bool:
        return any(draft.ways.line is not None for draft in self._drafts)

    def _graph(self) -> Graph | None:
        if not self._branches:
            return None
        advice = "leave it out, or the points"
        for line in self._traces:
            line.fail("what has branches has no observed order", advice)
        for draft in self._drafts:
            if draft.transactions and draft.line is not None:
                draft.line.fail("what has branches has no atomic blocks", advice)
        return graph_of([draft.ways for draft in self._drafts])

    def _parents(self) -> list[int | None]:
        """Who creates whom; main creates those that nobody creates, at its beginning."""
        parents: list[int | None] = [None] * len(self._drafts)
        for number, draft in enumerate(self._drafts):
            for action, line, _ in draft.actions:
                if isinstance(action, Create):
                    child = self._drafts[action.child].name
                    again = parents[action.child] is not None and not (
                        self._branches and parents[action.child] == number
                    )
                    if action.child == MAIN or again:
                        what = "main is never created" if action.child == MAIN else f"{child} is created twice"
                        raise UserError(what, where=f"{self._where}:{line}", advice="leave this create out")
                    parents[action.child] = number
        orphans = [number for number in range(1, len(parents)) if parents[number] is None]
        main = self._drafts[MAIN]
        line_of = {number: draft.line.number for number, draft in enumerate(self._drafts) if draft.line is not None}
        main.actions[:0] = [(Create(number), line_of[number], "") for number in orphans]
        main.ways.begin_with(len(orphans))
        main.transactions = [(begin + len(orphans), end + len(orphans)) for begin, end in main.transactions]
        for number in orphans:
            parents[number] = MAIN
        return parents

    @staticmethod
    def _complete(draft: _Draft) -> None:
        """Adds what goes without saying: its Start, and its Exit unless it was still running."""
        assert draft.line is not None
        if draft.is_unstarted:
            return
        if not draft.actions or not isinstance(draft.actions[0][0], Start):
            draft.actions.insert(0, (Start(), draft.line.number, ""))
            draft.ways.begin_with(1)
            draft.transactions = [(begin + 1, end + 1) for begin, end in draft.transactions]
        if not draft.is_open and draft.ways.goes_on:
            draft.actions.append((Exit(), draft.line.number, ""))
            draft.ways.end()
