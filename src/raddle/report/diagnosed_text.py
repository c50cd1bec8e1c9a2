"""Diagnosed -> what a C programmer reads on a terminal: every cause in words and as a picture, and if that is all."""

import shlex
from collections.abc import Iterator
from typing import Final, assert_never

from raddle.report.diagnosed import Cause, Diagnosed, Sizes, spots_of
from raddle.report.order_picture import order_graph, order_rows
from raddle.report.order_words import cause_in_short, cause_parts, enumerated, failing_words, failure_words
from raddle.report.result import Finding
from raddle.report.rows import BLANK, Row, count, position, wrapped
from raddle.report.text import again_rows, before_all, joined, listed, standing_rows

MOST_IN_A_SENTENCE: Final = 3
"""Parts of a cause; more stand one below the other."""
MOST_PICTURES: Final = 4
"""Causes that are told in full; of further ones only which lines and variables they are about."""


def diagnosed_text(diagnosed: Diagnosed, *, width: int = 80, color: bool = False, ascii_only: bool = False) -> str:
    """As of `explanation_text`."""
    return joined(_parts(diagnosed, width, ascii_only=ascii_only), color=color)


def _parts(diagnosed: Diagnosed, width: int, *, ascii_only: bool) -> Iterator[Iterator[Row]]:
    yield from before_all(diagnosed.beforehand, width)
    yield _heading(diagnosed, width)
    for number in range(len(diagnosed.causes[:MOST_PICTURES])):
        yield _cause(diagnosed, number, width, ascii_only=ascii_only)
    yield _further(diagnosed, width)
    yield _legend(diagnosed, width)
    yield _extent(diagnosed, width)
    yield _runs(diagnosed, width)
    yield listed("Under this input:", diagnosed.inputs, width)
    yield listed("Assumed:", diagnosed.assumptions, width)
    yield listed("Notes:", diagnosed.notes, width)
    yield wrapped(sizes_words(diagnosed.sizes), width, style="dim")


# ---- what it is

NOTHING_FAILS: Final = "In no interleaving under this input does an assertion fail, or anything abort or crash."
NOT_LOOKED_FOR: Final = "(Deadlocks and data races are not looked for here: raddle check.)"


def verdict_words(diagnosed: Diagnosed) -> str:
    """The first line."""
    match diagnosed.kind:
        case "concurrency":
            found = count(len(diagnosed.causes), "cause")
            return f"{_what_fails(diagnosed)}; {found}{'' if diagnosed.complete else ' so far'}"
        case "sequential" if diagnosed.otherwise:
            return f"{_what_fails(diagnosed)}, and no run passes: others {diagnosed.otherwise}"
        case "sequential":
            return f"{_what_fails(diagnosed, surely=True)}, whatever the schedule: not a concurrency bug"
        case "passes":
            return f"{NOTHING_FAILS} {NOT_LOOKED_FOR}"
        case "unknown":
            return f"UNKNOWN: {diagnosed.reason}."
        case other:
            assert_never(other)


def cause_name(diagnosed: Diagnosed, number: int) -> str:
    """`cause 2`; of a single one no number."""
    return f"cause {number + 1}" if len(diagnosed.causes) > 1 else "cause"


def _what_fails(diagnosed: Diagnosed, *, surely: bool = False) -> str:
    failures = {(cause.fails and position(cause.fails), cause.what): cause for cause in diagnosed.causes}
    if len(failures) > 1:
        return f"{diagnosed.program}: {count(len(failures), 'place')} can fail"
    for cause in failures.values():
        return failure_words(cause.fails, cause.what, surely=surely)
    for finding in diagnosed.findings[:1]:
        return failure_words(finding.place, _what(finding), surely=surely)
    return failure_words(None, "", surely=surely).replace("the program", diagnosed.program)


def _what(finding: Finding) -> str:
    condition, fails, _ = finding.message.partition(" fails")
    return f"assertion {condition}" if fails and finding.kind == "assertion" else finding.message


def _heading(diagnosed: Diagnosed, width: int) -> Iterator[Row]:
    styles = {"concurrency": "bold", "sequential": "bold", "passes": "bold green", "unknown": "bold yellow"}
    yield from wrapped(verdict_words(diagnosed), width, hanging=4, style=styles[diagnosed.kind])
    if diagnosed.kind == "unknown" and diagnosed.advice:
        yield from wrapped(f"To try: {diagnosed.advice}.", width, indent=2)
    if diagnosed.without_preemption:
        said = "It fails also where each thread runs until it waits or ends: without any preemption."
        yield from wrapped(said, width, indent=2, hanging=2)


# ---- a cause


def _cause(diagnosed: Diagnosed, number: int, width: int, *, ascii_only: bool) -> Iterator[Row]:
    cause = diagnosed.causes[number]
    parts = cause_parts(cause, order_graph(cause).orders)
    if len(parts) > MOST_IN_A_SENTENCE:
        yield Row(f"{cause_name(diagnosed, number)}: all of", "bold red")
        for part in parts:
            yield from wrapped(f"- {part}", width, indent=2, hanging=2, style="bold red")
    else:
        said = f"{cause_name(diagnosed, number)}: {enumerated(parts)}"
        yield from wrapped(said, width, hanging=2, style="bold red")
    if _has_several(diagnosed):
        yield from wrapped(f"then {failing_words(cause.fails, cause.what)}", width, indent=2, hanging=2)
    yield from wrapped(_size(cause), width, indent=2, hanging=2)
    yield BLANK
    yield from order_rows(cause, width=width, ascii_only=ascii_only)


def _further(diagnosed: Diagnosed, width: int) -> Iterator[Row]:
    """A line each."""
    for number, cause in enumerate(diagnosed.causes[MOST_PICTURES:], MOST_PICTURES):
        fails = f" ({position(cause.fails)})" if _has_several(diagnosed) and cause.fails is not None else ""
        name = f"{cause_name(diagnosed, number)}{fails}: "
        whole = enumerated(cause_parts(cause, order_graph(cause).orders))
        said = name + (whole if len(name + whole) <= width else cause_in_short(cause))
        yield Row(said if len(said) <= width else f"{said[: width - 3]}...", "red")


def _has_several(diagnosed: Diagnosed) -> bool:
    """Failures."""
    return len({(one.fails, one.what) for one in diagnosed.causes}) > 1


def _size(cause: Cause) -> str:
    said = f"{count(len(cause.orders), 'order')} between threads" if cause.orders else "no order between threads"
    if len(cause.orders) > 1:
        said += "; no fewer such orders force it" if cause.smallest else "; none of them can be left out"
    if cause.classes > 1:
        said += f"; one of {cause.classes} alike: in other threads of the same code, or other rounds of loops"
    return said


def _legend(diagnosed: Diagnosed, width: int) -> Iterator[Row]:
    if not diagnosed.causes:
        return
    signs = []
    if any(cause.orders for cause in diagnosed.causes):
        signs.append("An arrow: if both take place, its start comes first.")
    if any(cause.parts for cause in diagnosed.causes):
        signs.append("(takes place): before the program ends.")
    if any(spot.time for cause in diagnosed.causes for spot in spots_of(cause)):
        signs.append("(2nd time): rounds that only wait are not counted.")
    if len(diagnosed.causes) > MOST_PICTURES:
        told = f"the first {MOST_PICTURES} are told in full here"
        signs.append(f"Of {len(diagnosed.causes)} causes {told}, all in --svg FILE and --format json.")
    yield from wrapped(" ".join([*signs, _meaning(diagnosed)]), width, style="dim")


def _meaning(diagnosed: Diagnosed) -> str:
    passes = "some run passes"
    if not diagnosed.complete:
        passes += ", or does what was not seen"
    elif diagnosed.bounded:
        passes += ", or goes beyond the bound"
    if any(cause.parts for cause in diagnosed.causes):
        return f"Every run in which all of a cause is so fails; without any one part of it {passes}."
    if all(len(cause.orders) == 1 for cause in diagnosed.causes):
        return f"Every run with that order fails; without it {passes}."
    return f"Every run with all orders of a cause fails; without any one of them {passes}."


# ---- how far that goes


def _extent(diagnosed: Diagnosed, width: int) -> Iterator[Row]:
    if diagnosed.kind == "concurrency":
        if diagnosed.complete:
            yield from wrapped(f"COMPLETE: {_nothing_else(diagnosed)}.", width, style="bold")
        else:
            reason = diagnosed.reason or "the time was over"
            yield from wrapped(f"INCOMPLETE: {reason}: there may be other causes.", width, style="bold yellow")
            if diagnosed.advice:
                yield from wrapped(f"To try: {diagnosed.advice}.", width, indent=2)
    if diagnosed.bounded and diagnosed.kind != "unknown":
        yield from wrapped(f"That is within a bound: {diagnosed.bounded}.", width, indent=2)


def _nothing_else(diagnosed: Diagnosed) -> str:
    if len(diagnosed.causes) == 1:
        return "every interleaving that fails has this cause"
    return "every interleaving that fails has one of these causes"


def _runs(diagnosed: Diagnosed, width: int) -> Iterator[Row]:
    for finding in diagnosed.findings:
        where = f"{position(finding.place)}: " if finding.place is not None else ""
        yield from wrapped(f"A run that fails: {where}{finding.message}", width, hanging=4, style="bold")
        yield from standing_rows(finding, width)
        yield from again_rows(finding, width)
        if finding.witness is not None and diagnosed.kind == "concurrency":
            yield Row(f"  repair it: raddle repair {shlex.quote(str(finding.witness))}", "bold")


def sizes_words(sizes: Sizes) -> str:
    words = []
    if sizes.iterations:
        words.append(count(sizes.iterations, "iteration"))
    if sizes.per_schedule:
        words.append(
            f"{_number(sizes.per_schedule)} order{'s' * (sizes.per_schedule != 1)} between threads in a run that fails"
        )
        words.append(f"{_number(sizes.per_core)} in a cause")
        words.append(f"{count(sizes.unique, 'pair')} of lines in all causes ({100 * sizes.ratio:.1f}%)")
    if sizes.runs:
        words.append(count(sizes.runs, "run"))
    if sizes.seconds:
        words.append(f"{sizes.seconds:.1f} s")
    return ", ".join(words)


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
