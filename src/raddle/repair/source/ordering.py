"""`Ordered` by a condition variable or a semaphore: what stands at one line waits until another has been passed.

In: the two lines. Out: in the plan, a signal behind the statement of `first` (behind its outermost loop: the last
execution counts, and before every jump out of it) and a wait before the statement of `then`. A wait that would stand
inside a section of some lock is put before that section, so that whoever is to signal can take the lock. Neither stands
in an atomic section.
"""

from collections.abc import Sequence

from tree_sitter import Node

from raddle.repair.fixes import Ordered
from raddle.repair.source.atomic_sections import outside
from raddle.repair.source.expressions import targets
from raddle.repair.source.file_scope import Use, Variable, condition, in_std_cxx, mutex
from raddle.repair.source.hidden import refuse_hidden_exits
from raddle.repair.source.leaving import before_exit
from raddle.repair.source.locks import first_held
from raddle.repair.source.naming import name_after
from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.plan import Rank
from raddle.repair.source.statements import (
    Span,
    enclosing,
    exits,
    function_name,
    function_of,
    is_function,
    is_statement,
    loops_around,
    span_over,
    statements_at,
)
from raddle.repair.source.work import Work


def write_condition(work: Work, measure: Ordered, index: int) -> None:
    first, then = _first(work, measure), _then(work, measure)
    about = _about(work, measure)
    lock, event, done = (work.fresh(name_after(about, what)) for what in ("mutex", "cond", "done"))
    uses = [Use(first.source, first.start), Use(then.source, then.start)]
    if in_std_cxx([first.source, then.source]):
        variables = [Variable("std::mutex", lock, ""), Variable("std::condition_variable", event, "")]
        work.share([*variables, Variable("bool", done, "")], "condition_variable", uses)
        signal, wait = _std_lines(lock, event, done)
    else:
        flag = Variable("int", done, "")
        work.share([mutex(work.sources, lock), condition(work.sources, event), flag], "pthread.h", uses)
        signal, wait = _pthread_lines(lock, event, done)
    _signal(work, first, signal, index)
    work.plan(then.source).before(then.first, wait, Rank.WAIT, index)


def _pthread_lines(lock: str, event: str, done: str) -> tuple[Sequence[str], Sequence[str]]:
    signal = (
        f"pthread_mutex_lock(&{lock});",
        f"{done} = 1;",
        f"pthread_cond_broadcast(&{event});",
        f"pthread_mutex_unlock(&{lock});",
    )
    wait = (
        f"pthread_mutex_lock(&{lock});",
        f"while (!{done})",
        f"\tpthread_cond_wait(&{event}, &{lock});",
        f"pthread_mutex_unlock(&{lock});",
    )
    return signal, wait


def _std_lines(lock: str, event: str, done: str) -> tuple[Sequence[str], Sequence[str]]:
    signal = (f"{lock}.lock();", f"{done} = true;", f"{event}.notify_all();", f"{lock}.unlock();")
    wait = (
        "{",
        f"\tstd::unique_lock<std::mutex> waiting({lock});",
        f"\t{event}.wait(waiting, [] {{ return {done}; }});",
        "}",
    )
    return signal, wait


def write_semaphore(work: Work, measure: Ordered, index: int) -> None:
    first, then = _first(work, measure), _then(work, measure)
    name = work.fresh(name_after(_about(work, measure), "done"))
    source, begin = _begin_of_main(work)
    uses = [Use(first.source, first.start), Use(then.source, then.start), Use(source, begin.start_byte)]
    work.share([Variable("sem_t", name, "")], "semaphore.h", uses)
    work.plan(source).before(begin, [f"sem_init(&{name}, 0, 0);"], Rank.BEGIN, index)
    _signal(work, first, [f"sem_post(&{name});"], index)
    wait = [f"sem_wait(&{name});"]
    if _may_wait_again(work, then):
        wait.append(f"sem_post(&{name});")
    work.plan(then.source).before(then.first, wait, Rank.WAIT, index)


def _first(work: Work, measure: Ordered) -> Span:
    source = work.source(measure.first)
    span = span_over(source, statements_at(source, measure.first))
    around = loops_around(span.first)
    if around:
        span = span_over(source, [next(enclosing(around[-1]))])
    return outside(work.calls, span)


def _then(work: Work, measure: Ordered) -> Span:
    source = work.source(measure.then)
    span = span_over(source, statements_at(source, measure.then))
    outer = first_held(source, span.first)
    return outside(work.calls, span_over(source, [outer]) if outer is not None else span)


def _signal(work: Work, first: Span, lines: Sequence[str], index: int) -> None:
    refuse_hidden_exits(work.calls, first)
    plan = work.plan(first.source)
    for leaving in exits(first):
        before_exit(plan, first, leaving, lines, Rank.SIGNAL, index)
    if not _jumps(first.last):
        plan.behind(first.last, lines, Rank.SIGNAL, index)


def _jumps(statement: Node) -> bool:
    return statement.type in {"return_statement", "break_statement", "continue_statement", "goto_statement"}


def _about(work: Work, measure: Ordered) -> str:
    """A name for what has happened: what is written there, or else the function it happens in."""
    source = work.source(measure.first)
    statements = statements_at(source, measure.first)
    for node in (node for statement in statements for node in walk(statement)):
        for target in targets(node):
            return source.text(target)
    function = function_of(statements[0])
    return (function_name(source, function).split("::")[-1] if function is not None else "") or "raddle"


def _begin_of_main(work: Work) -> tuple[Source, Node]:
    """Its first statement, behind the declarations that it begins with (and that run nothing)."""
    for source in work.sources.values():
        for node in walk(source.root):
            if not is_function(node) or function_name(source, node) != "main":
                continue
            body = node.child_by_field_name("body") or node
            inside = [child for child in body.named_children if is_statement(child)]
            for statement in inside:
                if statement.type != "declaration" or _runs(source, statement):
                    return source, statement
            if inside:
                return source, inside[0]
    raise CannotWriteError("there is no `main` in the sources to initialise a semaphore in")


def _runs(source: Source, declaration: Node) -> bool:
    """A call, or what may be a constructor."""
    kind = declaration.child_by_field_name("type")
    plain = kind is not None and kind.type in {"primitive_type", "sized_type_specifier"}
    constructs = source.language == "c++" and not plain
    return constructs or any(part.type == "call_expression" for part in walk(declaration))


def _may_wait_again(work: Work, then: Span) -> bool:
    """Several threads may come there, or one of them several times."""
    calls = work.calls
    at = then.first
    source = then.source
    for _ in range(10):
        function = function_of(at)
        name = function_name(source, function) if function is not None else ""
        if not name or loops_around(at):
            return True
        if name == "main":
            return False
        uses = calls.uses(name)
        if len(uses) != 1:
            return True
        ((source, at),) = uses
    return True
