"""Goals in groups -> verdicts: each group in a process of its own, as many at once as the options say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from raddle.base.time_limit import BUDGET_ENDED
from raddle.check.options import CheckOptions
from raddle.check.shares import Share
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.predict.decide import Decider, Limits
from raddle.predict.groups import Decide, decide_all
from raddle.predict.verdict import Holds, Undecided, Verdict, Violated
from raddle.report.progress import Stages
from raddle.solve.choose import default_solver

Ask = Callable[[Sequence[Sequence[Goal]]], list[list[Verdict]]]
Seen = Mapping[Goal, tuple[Move, ...]]


def asking(
    encoder: Encoder, options: CheckOptions, share: Share, progress: Stages, stage: str, seen: Seen | None = None
) -> Ask:
    """`share`: what may be taken for it, and what was answered in earlier turns. `seen`: goals that random runs have
    reached already."""
    reached = seen or {}

    def told(verdict: Verdict) -> None:
        share.answers[verdict.goal] = verdict
        progress.advance()

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        by_search = _by_search(groups, share, reached) if share.limit_s != 0 else {}
        known = {**reached, **by_search}
        wanted = [_open(group, share, known) for group in groups]
        progress.stage(stage, total=sum(map(len, wanted)))
        if any(wanted):
            limits = replace(options.limits, seconds=share.limit_s)
            decider = _decider(encoder, options, limits, known)
            for verdicts in decide_all(
                wanted, decider, jobs=options.jobs, limit_s=limits.longest_s, told=told, until=share.until
            ):
                share.answers.update((verdict.goal, verdict) for verdict in verdicts)
        return [_answered(group, share) for group in groups]

    return ask


def _decider(encoder: Encoder, options: CheckOptions, limits: Limits, known: Seen) -> Decide:
    if options.encoding == "paper":
        from raddle.check.by_paper import PaperDecider  # noqa: PLC0415  only here is it needed

        return PaperDecider(encoder.index.ctp, default_solver(), limits.seconds).decide
    return Decider(encoder, default_solver(), limits, known).decide


def _by_search(groups: Sequence[Sequence[Goal]], share: Share, seen: Seen) -> dict[Goal, tuple[Move, ...]]:
    """What the search of all states leads to, at most one of each group of which nothing was seen; what it does not
    lead to holds."""
    found: dict[Goal, tuple[Move, ...]] = {}
    search = share.searched(sum(map(len, groups)))
    if search is None:
        return {}
    for group in groups:
        for goal in group if seen.keys().isdisjoint(group) else ():
            answer = None if isinstance(share.answers.get(goal), Holds | Violated) else search.answer(goal)
            if answer == "never":
                share.answers[goal] = Holds(goal)
            elif answer is not None:
                found[goal] = answer
                break
    return found


def _open(group: Sequence[Goal], share: Share, seen: Seen) -> list[Goal]:
    """What is asked in this turn."""
    known = [share.answers.get(goal) for goal in group]
    if any(isinstance(verdict, Violated) for verdict in known):
        return []
    left = [
        goal for goal, verdict in zip(group, known, strict=True) if verdict is None or isinstance(verdict, Undecided)
    ]
    return left if share.limit_s != 0 else list(takewhile(lambda goal: goal in seen, left))  # in the order of asking


def _answered(group: Sequence[Goal], share: Share) -> list[Verdict]:
    """Up to the first violation; what nobody came to is undecided."""
    found: list[Verdict] = []
    for goal in group:
        if isinstance(share.answers.get(goal), Violated):
            for one in found:
                if isinstance(one, Undecided):  # nobody asks any more
                    del share.answers[one.goal]
            return [*(one for one in found if not isinstance(one, Undecided)), share.answers[goal]]
        found.append(share.answers.setdefault(goal, Undecided(goal, BUDGET_ENDED)))
    return found
