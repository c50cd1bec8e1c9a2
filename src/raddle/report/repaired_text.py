"""Repaired, CheckedFix -> what a C programmer reads on a terminal: the patch, what was proved of it, what it costs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from raddle.report.diagnosed_text import cause_name, verdict_words
from raddle.report.order_picture import order_graph
from raddle.report.order_words import alternatives, cause_words
from raddle.report.repaired import Candidate, CheckedFix, Repaired
from raddle.report.rows import Row, count, wrapped
from raddle.report.text import before_all, finding_rows, joined, listed
from raddle.report.verified import Verified
from raddle.report.verified_text import NEVER, extent, numbers_words, shown_by, so_far

MOST_REJECTED: Final = 5
"""Unless all are asked for."""
MOST_CAUSES: Final = 4
STILL_ASKS: Final = "Look whether it still asks for as much."
_DIFF_STYLES: Final = {"+": "green", "-": "red", "@": "cyan"}


def repaired_text(repaired: Repaired, *, show_all: bool = False, width: int = 80, color: bool = False) -> str:
    """As of `verified_text`; the lines of a patch are never broken. `show_all`: also what was rejected, and why."""
    return joined(_parts(repaired, width, show_all=show_all), color=color)


def _parts(repaired: Repaired, width: int, *, show_all: bool) -> Iterator[Iterator[Row]]:
    yield from before_all(repaired.diagnosed.beforehand, width)
    yield _bug(repaired, width)
    yield _verdict(repaired, width)
    for best in repaired.accepted[:1]:
        yield diff_rows(best.diff)
        yield _applied(repaired, width)
    yield _others(repaired.accepted[1:], width)
    yield _rejected(repaired, width, show_all=show_all)
    yield _orders(repaired, width)
    proof = next((one.verified for one in repaired.accepted if one.verified is not None), None)
    yield listed("Under this input:", _union(repaired.diagnosed.inputs, proof.inputs if proof else ()), width)
    yield listed("Assumed:", _union(repaired.diagnosed.assumptions, proof.assumptions if proof else ()), width)
    notes = (*proof.beforehand, *proof.notes) if proof else ()
    yield listed("Notes:", _union(repaired.diagnosed.notes, notes), width)
    yield wrapped(_numbers(repaired), width, style="dim")


def _union(*lists: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(one for items in lists for one in items))


# ---- what fails


def _bug(repaired: Repaired, width: int) -> Iterator[Row]:
    diagnosed = repaired.diagnosed
    if diagnosed.kind == "passes":
        yield from wrapped(f"{verdict_words(diagnosed)} There is nothing to repair.", width, style="bold green")
        if diagnosed.bounded:
            yield from wrapped(f"That is within a bound: {diagnosed.bounded}.", width, indent=2)
        return
    style = "bold yellow" if diagnosed.kind == "unknown" else "bold"
    yield from wrapped(verdict_words(diagnosed), width, hanging=4, style=style)
    for number, cause in enumerate(diagnosed.causes[:MOST_CAUSES]):
        said = f"{cause_name(diagnosed, number)}: {cause_words(cause, order_graph(cause).orders)}"
        yield from wrapped(said, width, indent=2, hanging=2)
    if len(diagnosed.causes) > MOST_CAUSES:
        yield Row(f"  ... and {len(diagnosed.causes) - MOST_CAUSES} more (raddle diagnose shows them)", "dim")
    if diagnosed.kind == "unknown" and diagnosed.advice:
        yield from wrapped(f"To try: {diagnosed.advice}.", width, indent=2)


# ---- what came of it


def _verdict(repaired: Repaired, width: int) -> Iterator[Row]:
    match repaired.verdict:
        case "repaired":
            yield from _best(repaired.accepted[0], width)
        case "unrepaired":
            yield from wrapped(f"NO REPAIR FOUND: {_no_repair(repaired)}.", width, style="bold red")
        case "unknown" if repaired.diagnosed.kind == "concurrency":
            tried = count(len(repaired.candidates), "candidate was tried", "candidates were tried")
            said = f"UNKNOWN: {tried}, not all to the end, and none was verified."
            yield from wrapped(said, width, style="bold yellow")
            yield from wrapped("To try: --budget S gives it more time, --all tries more.", width, indent=2)
        case "unknown" | "none":
            pass  # the first line says it
        case other:
            assert_never(other)


def _best(best: Candidate, width: int) -> Iterator[Row]:
    yield from wrapped(f"VERIFIED REPAIR: {best.what}", width, hanging=2, style="bold green")
    if best.verified is not None and best.verified.proved:
        said = f"Proved of the patched program: in every interleaving, {_never(best.verified)}."
        yield from wrapped(said, width, indent=2, hanging=2)
        yield from wrapped(extent(best.verified), width, indent=2, hanging=2)
    said = "" if best.warnings else "compiles without new warnings and "
    changes = f"changes {count(best.lines, 'line')}"
    yield from wrapped(f"It {said}{changes}.", width, indent=2, hanging=2)
    if kept := _kept(best):
        yield from wrapped(f"It {kept}.", width, indent=2, hanging=2)
    for warning in best.warnings:
        yield from wrapped(f"new warning: {warning}", width, indent=2, hanging=2, style="yellow")
    if best.reason:
        yield from wrapped(f"{best.reason[0].upper()}{best.reason[1:]}.", width, indent=2, hanging=2)


def _never(verified: Verified) -> str:
    return "; ".join(NEVER[one] for one in verified.proved)


def _kept(candidate: Candidate, of: str = " of the pairs of accesses") -> str:
    """`keeps 100% of the pairs of accesses in either order, 45% side by side`"""
    words = []
    if candidate.concurrency is not None:
        words.append(f"keeps {_percent(candidate.concurrency)}{of} in either order")
    if candidate.side_by_side is not None:
        words.append(f"{_percent(candidate.side_by_side)} side by side")
    return ", ".join(words)


def _percent(share: float) -> str:
    """Rounded, but neither to nothing nor to all where there is something or something is missing."""
    percent = 100 * share
    shown = percent if percent in (0.0, 100.0) else min(max(percent, 1.0), 99.0)
    return f"{shown:.0f}%"


def _no_repair(repaired: Repaired) -> str:
    if repaired.diagnosed.otherwise:
        return "no order between threads makes it pass"
    if repaired.diagnosed.kind == "sequential":
        return "what fails whatever the schedule is not repaired by synchronisation"
    if not repaired.candidates:
        return "no patch could be thought of" if not repaired.edges else "no patch could be written for these orders"
    if len(repaired.candidates) == 1:
        return "the only candidate was rejected"
    return f"all {len(repaired.candidates)} candidates were rejected"


# ---- the patch


def diff_rows(diff: str) -> Iterator[Row]:
    """As it is: sources may have form feeds within lines."""
    for line in diff.removesuffix("\n").split("\n") if diff else ():
        heads = line.startswith(("--- ", "+++ "))
        yield Row(line, "bold" if heads else _DIFF_STYLES.get(line[:1], ""))


def _applied(repaired: Repaired, width: int) -> Iterator[Row]:
    if repaired.applied:
        yield from wrapped(f"APPLIED: changed {', '.join(repaired.applied)}", width, hanging=2, style="bold green")
    else:
        yield from wrapped("Nothing was changed: --apply writes it into the sources.", width)


# ---- the others


def _others(others: Sequence[Candidate], width: int) -> Iterator[Row]:
    if not others:
        return
    yield Row("Also verified:")
    for other in others:
        words = [count(other.lines, "line")]
        because = other.verified.executions_because if other.verified else ""
        words += filter(None, (_kept(other, of=""), other.reason, because))
        yield from wrapped(f"- {other.what} ({'; '.join(words)})", width, indent=2, hanging=2)


def _rejected(repaired: Repaired, width: int, *, show_all: bool) -> Iterator[Row]:
    rejected = [candidate for candidate in repaired.candidates if not candidate.accepted]
    if not rejected:
        return
    if repaired.accepted and not show_all:
        said = f"{count(len(rejected), 'other candidate was', 'other candidates were')} rejected (--all tells why)."
        yield from wrapped(said, width, style="dim")
        return
    shown = rejected if show_all else rejected[:MOST_REJECTED]
    yield Row("Rejected:")
    for candidate in shown:
        reason = candidate.reason or "not proved"
        yield from wrapped(f"- {candidate.what}: {reason}", width, indent=2, hanging=2)
        for warning in candidate.warnings:
            yield from wrapped(f"new warning: {warning}", width, indent=4, hanging=2, style="dim")
    if len(rejected) > len(shown):
        yield Row(f"  ... and {len(rejected) - len(shown)} more (--all)", "dim")


def _orders(repaired: Repaired, width: int) -> Iterator[Row]:
    if repaired.edges:
        said = f"The fewest orders that exclude every cause: {alternatives(repaired.edges, repaired.diagnosed.files)}."
        yield from wrapped(said, width, hanging=2)


def _numbers(repaired: Repaired) -> str:
    words = [count(len(repaired.candidates), "candidate"), f"{len(repaired.accepted)} verified"]
    said = ", ".join(words) if repaired.candidates else ""
    if said and not repaired.complete:
        said += " (not all were tried to the end)"
    seconds = f"{repaired.seconds:.1f} s" if repaired.seconds else ""
    return ", ".join(filter(None, (said, seconds)))


# ---- somebody's own fix


def checked_fix_text(checked: CheckedFix, *, width: int = 80, color: bool = False) -> str:
    """As of `verified_text`."""
    return joined(_checked(checked, width), color=color)


def _checked(checked: CheckedFix, width: int) -> Iterator[Iterator[Row]]:
    verified = checked.verified
    yield from before_all(verified.beforehand, width)
    yield from finding_rows(verified.findings, width)
    yield _fix_verdict(checked, width)
    yield listed("Changed:", checked.changed, width)
    if not checked.changed:
        yield wrapped("No file differs from those of the failure.", width, style="bold yellow")
    yield listed("Under this input:", verified.inputs, width)
    yield listed("Assumed:", verified.assumptions, width)
    yield listed("Notes:", _union(verified.notes, checked.notes), width)
    yield wrapped(numbers_words(verified), width, style="dim")


def _fix_verdict(checked: CheckedFix, width: int) -> Iterator[Row]:
    verified = checked.verified
    match checked.verdict:
        case "holds":
            said = f"THE FIX HOLDS: in every interleaving, {_never(verified)}."
            yield from wrapped(said, width, style="bold green")
            yield from wrapped(extent(verified), width, indent=2)
            if checked.check_changed:
                said = f"What failed is written otherwise now: {'; '.join(checked.check_changed)}."
                yield from wrapped(f"{said} {STILL_ASKS}", width, style="bold yellow")
        case "broken":
            yield from wrapped(f"THE FIX IS BROKEN: {shown_by(verified)}.", width, style="bold red")
        case "unknown":
            yield from wrapped(f"UNKNOWN: {verified.reason}.", width, style="bold yellow")
            if verified.advice:
                yield from wrapped(f"To try: {verified.advice}.", width, indent=2)
            if not verified.findings:
                yield from wrapped(so_far(verified), width, indent=2)
        case other:
            assert_never(other)
