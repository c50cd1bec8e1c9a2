"""The orders that the nearest passing run has the other way round, as steps of the failing run."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Dependence
from raddle.explain.telling.chosen import Early, Forced, Order
from raddle.report.explanation import Contrast, Flip

_ACCESSES: Final = frozenset({Deed.READ, Deed.WRITE})
_KINDS: Final = {
    (Deed.WRITE, Deed.READ): Dependence.RAW,
    (Deed.READ, Deed.WRITE): Dependence.WAR,
    (Deed.WRITE, Deed.WRITE): Dependence.WAW,
}

_Sites = dict[tuple[int, int], list[Step]]


def flipped_orders(run: Run, contrast: Contrast) -> tuple[Order, ...]:
    """Those of accesses that both were done; what cannot be found in the run is left out."""
    sites = _sites(run)
    forced = Forced(run)
    found = [order for flip in contrast.flips for order in _orders(run, sites, flip)]
    return tuple(order for order in dict.fromkeys(found) if not forced(order.earlier, order.later))


def early_reads(run: Run, contrast: Contrast) -> tuple[Early, ...]:
    """Reads that come, in the passing run, only after what the failing run did not come to any more."""
    sites = _sites(run)
    return tuple(
        Early(step.number, *flip.later.removesuffix(" (not reached)").split(" ", 1))
        for flip in contrast.flips
        if flip.later_at is None and flip.later.count(" ") >= 1
        for step in _steps(run, sites, flip.earlier_at)
        if step.deed is Deed.READ
    )


def _sites(run: Run) -> _Sites:
    found: _Sites = defaultdict(list)
    for step in run.steps:
        if step.deed in _ACCESSES:
            found[step.thread, step.site].append(step)
    return found


def _orders(run: Run, sites: _Sites, flip: Flip) -> Iterator[Order]:
    for earlier in _steps(run, sites, flip.earlier_at):
        for later in _steps(run, sites, flip.later_at):
            kind = _KINDS.get((earlier.deed, later.deed))
            if kind is not None and earlier.number < later.number and _touch(earlier, later):
                yield Order(earlier.number, later.number, kind, forced=False)


def _steps(run: Run, sites: _Sites, at: tuple[str, int, int] | None) -> Iterator[Step]:
    """An atomic update is a read and a write at one site."""
    if at is None or at[0] not in run.threads:
        return
    there = sites[run.threads.index(at[0]), at[1]]
    for deed in (Deed.READ, Deed.WRITE):
        done = [step for step in there if step.deed is deed]
        if at[2] < len(done):
            yield done[at[2]]


def _touch(one: Step, other: Step) -> bool:
    return one.address < other.address + max(other.size, 1) and other.address < one.address + max(one.size, 1)
