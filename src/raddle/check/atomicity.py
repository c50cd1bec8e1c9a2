"""Blocks that are to be atomic: those that another thread can come between, in some interleaving of a run's paths.

Decided by predict/atomicity on the trace program; shown by trace/torn.py on the walk of a real run: the given one, or a
replay of the predicted schedule, stopped right behind the block's last access. One report for each block and set of
source places. Blocks that nobody declared are notes.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Final

from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import Checked, Witnesses
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.check.places import NOWHERE, Places
from raddle.check.predicted import predicted_tear
from raddle.check.reference_counts import reference_counts
from raddle.check.shares import Look, Share
from raddle.check.tears import Tearings
from raddle.encode.encoder import Encoder
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.predict.atomicity.asked import Ask
from raddle.predict.atomicity.decide import Tear, Tears, decide_atomicity
from raddle.report.atomicity_text import pattern_of
from raddle.report.progress import Stages
from raddle.report.result import Access, Block, Finding, NotAtomic, Open, Stats
from raddle.report.rows import count, position

MOST_NOTES: Final = 20
"""Of blocks that may be meant to be atomic."""

PlaceOf = Callable[[int], SourcePlace]


def atomicity_look(checked: Checked, witnesses: Witnesses, progress: Stages, timed: Timed) -> Look:
    turn = replace(checked, share=checked.share.another())
    return Look("atomicity", turn.share, _AtomicityCheck(turn, witnesses, progress, timed).part)


class _AtomicityCheck:
    def __init__(self, checked: Checked, witnesses: Witnesses, progress: Stages, timed: Timed) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._progress = progress
        self._timed = timed
        self._inferred_share = Share()
        self._shown: dict[object, Finding] = {}

    def part(self) -> Part:
        checked, blocks = self._checked, self._checked.blocks
        notes = [f"{what} was not executed, so nothing is known of it as a block" for what in blocks.unused]
        notes += blocks.notes
        counts = Stats(blocks=blocks.places, block_executions=blocks.executions)
        if not blocks.declared and not blocks.inferred:
            return Part((), (), bounded=False, stats=counts, notes=tuple(notes))
        places = Places(checked.trace, checked.ctp)
        with self._timed.stage("atomicity"):
            ignored = reference_counts(checked.trace, checked.ctp)
            share, asked = checked.share, checked.options
            decided = decided_tears(
                checked.ctp, blocks.declared, places.of_event, asked, share, self._progress, ignored
            )
            if checked.options.model == "concrete":
                decided = as_they_are(decided, checked.recorded)
            stats = replace(counts, baseline=baseline_counts(decided, checked.options, share))
            self._inferred_share.begin_turn(share.limit_s, share.until)
            notes += _inferred(checked, self._inferred_share, places, ignored, self._progress)
            share.wants_more |= self._inferred_share.is_undecided
        return Part(
            findings=tuple(sorted(self._findings(decided, places), key=by_block)),
            open=open_tears(decided),
            bounded=decided.bounded,
            stats=stats,
            notes=(*notes, *baseline_notes(stats)),
        )

    def _findings(self, decided: Tears, places: Places) -> list[Finding]:
        declared = self._checked.blocks.declared
        groups = {_report_of(group[0], declared): group for group in grouped(decided.tears, declared)}
        left = {key: group for key, group in groups.items() if key not in self._shown}
        found = dict[object, Finding]()
        with self._timed.stage("replay"):
            self._progress.stage("replaying torn blocks", total=len(left))
            tearings = Tearings(self._checked, self._witnesses, places, decided.tears)
            for key, finding in zip(left, tearings.findings(list(left.values())), strict=True):
                found[key] = finding
                if finding.status == "confirmed" or self._checked.share.has_time():
                    self._shown[key] = finding
                self._progress.advance()
        return [self._shown.get(key) or found[key] for key in groups]


def decided_tears(
    ctp: TraceProgram,
    blocks: Sequence[Block],
    place_of: PlaceOf,
    options: CheckOptions,
    share: Share,
    progress: Stages,
    ignored: frozenset[int] = frozenset(),
) -> Tears:
    """`ignored`: events that count for no block."""
    progress.stage("looking for torn blocks")

    def ask_of(encoder: Encoder) -> Ask:
        return asking(encoder, options, share, progress, "deciding atomicity")

    return decide_atomicity(
        ctp,
        place_of,
        ask_of,
        block_of=lambda number: blocks[number],
        ignored=ignored,
        bounded=options.limits.is_bounded,
    )


def as_they_are(decided: Tears, ctp: TraceProgram) -> Tears:
    """Without what only looks torn because values were kept as observed (--model concrete): `ctp` is the trace program
    before that."""
    machine = Machine(ctp)
    return replace(decided, tears=tuple(tear for tear in decided.tears if reached(machine, tear.goal, tear.moves)))


def grouped(tears: Sequence[Tear], blocks: Sequence[Block]) -> list[list[Tear]]:
    """Those of one report; the plainest one first: of three accesses, and close together."""
    groups: dict[object, list[Tear]] = {}

    def plain(tear: Tear) -> tuple[bool, int]:
        return tear.goal.there != tear.goal.back, tear.goal.last - tear.goal.first

    for tear in sorted(tears, key=plain):
        groups.setdefault(_report_of(tear, blocks), []).append(tear)
    return list(groups.values())


def _report_of(tear: Tear, blocks: Sequence[Block]) -> tuple[Block, frozenset[object]]:
    """What is told as one."""
    return blocks[tear.block], frozenset(tear.places)


def by_block(finding: Finding) -> tuple[object, ...]:
    """The order of reports: by blocks, the plainest of each first."""
    torn = finding.about
    assert isinstance(torn, NotAtomic)
    block = torn.block.place or NOWHERE, torn.block.name
    return *block, len(set(torn.memories)), len(torn.places), torn.places


def baseline_counts(decided: Tears, options: CheckOptions, share: Share) -> dict[str, int | None]:
    """It asks as well: where not all was answered, another turn is wanted."""
    counts = asdict(decided.counts) if options.baseline else {}
    share.wants_more |= "sym_avs" in counts and counts["sym_avs"] is None and share.is_undecided
    return counts


def baseline_notes(stats: Stats) -> tuple[str, ...]:
    """In the words of the atomicity violations paper, table 1: regions, orig-pavs, hb-pavs, baseline, sym-avs."""
    counts = stats.baseline
    if not counts:
        return ()
    shown = "how many some interleaving shows is not known"
    if counts["sym_avs"] is not None:
        shown = f"some interleaving shows {counts['sym_avs']}"
    return (
        f"triples of accesses that may tear a block ({count(counts['regions'] or 0, 'execution')} of blocks): "
        f"{counts['orig_pavs']} conflict, creating and joining threads leave {counts['hb_pavs']} of these, lock sets "
        f"and acquisition histories {counts['baseline']}; {shown}",
    )


def open_tears(decided: Tears) -> tuple[Open, ...]:
    left = []
    for one in decided.undecided:
        first, there, _, _ = (None if at == NOWHERE else at for at in one.places)
        assert first is None or isinstance(first, SourcePlace)
        assert there is None or isinstance(there, SourcePlace)
        left.append(Open(first, one.reason, one.count, "atomicity", there))
    if decided.beyond:
        reason = "there are too many groups of places to look at all of them"
        left.append(Open(None, reason, decided.beyond, "atomicity"))
    return tuple(left)


# ---- blocks that nobody declared


def _inferred(checked: Checked, share: Share, places: Places, ignored: frozenset[int], progress: Stages) -> list[str]:
    """One note for each block that can be torn, whatever the way."""
    inferred = checked.blocks.inferred
    if not inferred:
        return []
    blocks = [block for _, _, block in inferred]
    ctp = replace(checked.ctp, transactions=tuple((first, last) for first, last, _ in inferred))
    decided = decided_tears(ctp, blocks, places.of_event, checked.options, share, progress, ignored)
    if checked.options.model == "concrete":
        decided = as_they_are(decided, checked.recorded)
    notes: dict[Block, str] = {}
    for tear, *_ in grouped(decided.tears, blocks):
        other = None if tear.other is None else blocks[tear.other]
        torn = predicted_tear(ctp, tear.goal, tear.moves, places.stack_of, blocks[tear.block], other)
        notes.setdefault(torn.block, _inferred_note(torn))
    beyond = len(notes) - MOST_NOTES
    more = [f"{beyond} more blocks may be meant to be atomic, and are not"] if beyond > 0 else []
    if decided.undecided:
        more.append(f"{len(decided.undecided)} ways to tear a block that may be meant to be atomic are undecided")
    if decided.beyond:
        more.append(f"{decided.beyond} ways to tear a block that may be meant to be atomic were not all looked at")
    return [*list(notes.values())[:MOST_NOTES], *more]


def _inferred_note(torn: NotAtomic) -> str:
    first, there, _, last = torn.accesses
    begins = "" if torn.block.place is None else f" ({position(torn.block.place)})"
    return (
        f"{torn.block.name}{begins} may be meant to be atomic, and is not: {pattern_of(torn)[1]} "
        f"({_at(first)}, {_at(there)}, {_at(last)}; predicted, not replayed)"
    )


def _at(access: Access) -> str:
    return "an unknown place" if access.place is None else position(access.place)
