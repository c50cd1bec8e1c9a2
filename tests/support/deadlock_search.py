"""The search for deadlocks on trace programs in the text format, asked in this process."""

from collections.abc import Sequence

from raddle.decide.answers import Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from raddle.predict.deadlocks.search import Search, Searched
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver

TWO_ORDERS = """
lock a, b, gate
thread T
 {before}
 lock(a)
 t: lock(b)
 unlock(b)
 unlock(a)
 {after}
thread U
 {before}
 lock(b)
 u: lock(a)
 unlock(a)
 unlock(b)
 {after}
"""


def searched(ctp: TraceProgram, *, sampled: bool = True) -> Searched:
    encoder, machine = Encoder(ctp), Machine(ctp)
    looking = Search(encoder, machine, lambda event: ctp.events[event].origin)
    decider = Decider(encoder, default_solver(), Limits(), looking.seen if sampled else {})

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        answers = []
        for group in groups:
            verdicts: list[Verdict] = []
            for goal in group:
                verdicts.append(decider.decide(goal))
                if isinstance(verdicts[-1], Violated):
                    break
            answers.append(verdicts)
        return answers

    return looking(ask)


def deadlocks(text: str) -> list[set[str]]:
    """The labels of the events that are stood before; those without one are called by their thread."""
    ctp = parse_ctp(text)
    found: list[list[set[str]]] = []
    for sampled in (True, False):
        result = searched(ctp, sampled=sampled)
        assert not result.unknown
        for one in result.found:
            assert reached(Machine(ctp), one.goal, one.moves)
        named = [{_name(ctp, event) for event in one.events} for one in result.found]
        found.append(sorted(named, key=sorted))
    assert found[0] == found[1]
    return found[0]


def _name(ctp: TraceProgram, number: int) -> str:
    event = ctp.events[number]
    return event.label or ctp.threads[event.thread].name


def philosophers(count: int, *, last_turns: bool) -> str:
    lines = [f"lock {', '.join(f'f{n}' for n in range(count))}"]
    for n in range(count):
        first, second = n, (n + 1) % count
        if last_turns and second < first:
            first, second = second, first
        lines += [f"thread P{n}", f" lock(f{first})", f" p{n}: lock(f{second})"]
        lines += [f" unlock(f{second})", f" unlock(f{first})"]
    return "\n".join(lines)
