"""Which orders of the labelled events does an encoding allow, and which does the machine?

The program's main creates its threads, joins them and comes to a check that always fails. An order is pinned by saying
so of its events, and of all events what must be so; what the axioms leave of it is asked of a solver.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from raddle.encode.encoder import Encoder
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.goals import Fails
from raddle.model.machine import Machine
from raddle.model.program import MAIN, TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.solve.answer import Sat, Unknown
from raddle.solve.choose import default_solver


def joined(declarations: str, **bodies: str) -> TraceProgram:
    """Threads of statements with labels, separated by semicolons. `x` is there, and never 9."""
    creates = [f"create({name})" for name in bodies]
    joins = [f"join({name})" for name in bodies]
    lines = ["shared x: 8 = 0", *declarations.split(";"), "thread main", *creates, *joins, "assert(x == 9)"]
    for name, body in bodies.items():
        lines += [f"thread {name}", *body.split(";")]
    return parse_ctp("\n".join(lines))


def allowed(ctp: TraceProgram, switches: int | None = None) -> list[str]:
    """The orders under which the violation of the only check is still possible, as words of labels."""
    return _among(ctp, interleavings(ctp), switches)


def allows(ctp: TraceProgram, words: str) -> bool:
    numbers = {event.label: event.number for event in ctp.events}
    return bool(_among(ctp, [tuple(numbers[word] for word in words.split())], None))


def _among(ctp: TraceProgram, orders: Iterable[tuple[int, ...]], switches: int | None) -> list[str]:
    (check,) = ctp.checks
    encoder, solver = Encoder(ctp), default_solver()
    query = encoder.encode(Fails(check.number), switches).query
    own = ctp.terms.before if switches is None else ctp.terms.not_after
    facts = [own(event.number - 1, event.number) for event in ctp.events if event.position]
    facts += [ctp.terms.before(a, b) for b, sources in encoder.index.must.into.items() for a in sources]
    found = []
    for order in orders:
        pinned = (*query.assertions, *facts, *_pins(ctp, order))
        answer = solver.solve(Query(query.terms, pinned, query.assumptions), 30)
        assert not isinstance(answer, Unknown)
        if isinstance(answer, Sat):
            found.append(_words(ctp, order))
    return sorted(found)


def possible(ctp: TraceProgram, switches: int | None = None) -> list[str]:
    """The same, by the machine: all its runs, one by one."""
    (check,) = ctp.checks
    machine = Machine(ctp)
    best: dict[tuple[tuple[int, ...], tuple[int, ...], int], int] = {}
    found: set[str] = set()
    stack: list[tuple[tuple[int, ...], tuple[int, ...], int, int]] = [(machine.initial, (), MAIN, 0)]
    while stack:
        state, order, last, count = stack.pop()
        if best.get((state, order, last), count + 1) <= count:
            continue
        best[state, order, last] = count
        total = count + (last != check.thread)
        if check.number in machine.violated(state) and (switches is None or total <= switches):
            found.add(_words(ctp, order))
        for move, after in machine.successors(state):
            event = ctp.events[move.event]
            longer = (*order, event.number) if event.label else order
            stack.append((after, longer, event.thread, count + (event.thread != last)))
    return sorted(found)


def interleavings(ctp: TraceProgram) -> Iterator[tuple[int, ...]]:
    """All orders of the labelled events that keep each thread's own."""
    yield from _merged([[event.number for event in ctp.of_thread(n) if event.label] for n in range(len(ctp.threads))])


def _merged(queues: list[list[int]]) -> Iterator[tuple[int, ...]]:
    if not any(queues):
        yield ()
    for place, queue in enumerate(queues):
        if queue:
            rest = [*queues[:place], queue[1:], *queues[place + 1 :]]
            yield from ((queue[0], *more) for more in _merged(rest))


def _pins(ctp: TraceProgram, order: Sequence[int]) -> list[Term]:
    thread = [event.thread for event in ctp.events]
    return [ctp.terms.before(a, b) for a, b in combinations(order, 2) if thread[a] != thread[b]]


def _words(ctp: TraceProgram, order: Sequence[int]) -> str:
    return " ".join(ctp.events[number].label for number in order)
