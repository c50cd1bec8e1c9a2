"""Are raw steps true? Terms must be worth what was seen, and accesses be those of the other walkers."""

from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawThread
from raddle.explain.walked.walk import Functions, walk_thread
from raddle.logic.arithmetic import TWO, mask, one
from raddle.logic.operators import Op
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.walk_fast import walk_fast

Access = tuple[str, int, int, int, int, int]


def untrue_steps(recording: Recording) -> list[str]:
    program = Program.of(recording.modules)
    functions, trace = Functions(program), walk_fast(recording, keep_private=True)
    wrong: list[str] = []
    for thread, other in zip(recording.threads, trace.threads, strict=True):
        raw = walk_thread(program, recording, thread, functions)
        wrong += [f"steps of {raw.path}: {trouble}" for trouble in wrong_terms(raw)]
        if accesses_of(raw) != accesses_seen(other):
            wrong.append(f"steps of {raw.path}: other accesses than those of the walk")
    return wrong


def accesses_of(thread: RawThread) -> list[Access]:
    """What, number, address, bytes, value, site."""
    return [
        (step.deed.value, step.index, step.address, step.size, step.value, step.site)
        for step in thread.steps
        if step.deed in (Deed.READ, Deed.WRITE) and step.visible
    ]


def accesses_seen(thread: ThreadTrace) -> list[Access]:
    found: list[Access] = []
    for kind, flags, site, _, size, index, address, value, written, *_ in thread.events.tolist():
        if kind in (EventKind.READ, EventKind.UPDATE):
            found.append(("read", index, address, size, value, site))
        if kind == EventKind.WRITE or (kind == EventKind.UPDATE and not flags & EventFlag.FAILED):
            found.append(("write", index, address, size, written if kind == EventKind.UPDATE else value, site))
    return found


def wrong_terms(thread: RawThread) -> list[str]:
    """Rows and steps that are not worth what was observed."""
    rows, steps, wrong = thread.terms, thread.steps, []
    for number, (op, width, a, b, c, value, a_value, b_value) in enumerate(rows[1:], 1):
        if op == Op.READ:
            if (steps[a].value, steps[a].width) != (value, width):
                wrong.append(f"row {number} is not worth what step {a} defines")
            continue
        if a and not (rows[a][5] == a_value and a < number):
            wrong.append(f"row {number}: operand {a}")
        if b and not (rows[b][5] == b_value and b < number):
            wrong.append(f"row {number}: operand {b}")
        if computed(rows, op, width, a, b, c, a_value, b_value) not in (value, None):
            wrong.append(f"row {number}: {Op(op).name} is worth something else")
    for position, step in enumerate(steps):
        if step.term and (rows[step.term][5], rows[step.term][1]) != (step.value, step.width):
            wrong.append(f"step {position}: {step.deed.name} of {rows[step.term]}")
        if step.address_term and rows[step.address_term][5] != step.address:
            wrong.append(f"step {position}: address")
        if step.guard is not None and not (step.guard < position and steps[step.guard].deed is Deed.CONDITION):
            wrong.append(f"step {position}: guard {step.guard}")
        if step.source is not None and (steps[step.source].value, steps[step.source].width) != (step.value, step.width):
            wrong.append(f"step {position}: source {step.source}")
    return wrong


def computed(
    rows: list[tuple[int, ...]], op: int, width: int, a: int, b: int, c: int, a_value: int, b_value: int
) -> int | None:
    """None: only the machine knows."""
    of = rows[a][1] if a else rows[b][1] if b else width
    match Op(op):
        case Op.ITE:
            return a_value if rows[c][5] else b_value
        case Op.EXTRACT:
            return a_value >> b_value & mask(width)
        case Op.CONCAT:
            return a_value << c | b_value
        case Op.FPTOSI | Op.FPTOUI:
            return None
        case known if known in TWO:
            return TWO[known](a_value, b_value, of) & mask(width)
        case known:
            return one(known, a_value, of, width) & mask(width)
