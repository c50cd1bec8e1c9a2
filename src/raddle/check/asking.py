"""Goals in groups -> verdicts: by the search of all states, and by a solver, each group in a process of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from raddle.check.options import CheckOptions
from raddle.check.shares import Share
from raddle.decide.answers import Verdict
from raddle.decide.door import Engine, Group, Known, decide
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.predict.decide import Decider
from raddle.predict.groups import Decide, decide_all
from raddle.report.progress import Stages
from raddle.solve.choose import default_solver

Ask = Callable[[Sequence[Sequence[Goal]]], list[list[Verdict]]]
Seen = Mapping[Goal, tuple[Move, ...]]


def asking(
    encoder: Encoder, options: CheckOptions, share: Share, progress: Stages, stage: str, seen: Seen | None = None
) -> Ask:
    """`share`: what may be taken for it, and what was answered in earlier turns. `seen`: goals that random runs have
    reached already."""

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        search = share.searched(sum(map(len, groups)))
        engines: list[Engine] = [] if search is None else [search]
        engines.append(_Solving(encoder, options, share, progress, stage))
        return decide(encoder.index.ctp, groups, engines, Known(share.answers, dict(seen or {})))

    return ask


@dataclass(frozen=True)
class _Solving:
    """The last engine. Ways that are known it makes shorter."""

    encoder: Encoder
    options: CheckOptions
    share: Share
    progress: Stages
    stage: str

    def settle(self, groups: Sequence[Group], known: Known) -> None:
        wanted = [self._asked_of(group, known) for group in groups]
        self.progress.stage(self.stage, total=sum(map(len, wanted)))
        if not any(wanted):
            return

        def told(verdict: Verdict) -> None:
            known.answers[verdict.goal] = verdict
            self.progress.advance()

        limits = replace(self.options.limits, seconds=self.share.limit_s)
        until, jobs = self.share.until, self.options.jobs
        for verdicts in decide_all(
            wanted, self._decider(wanted, known), jobs=jobs, limit_s=limits.longest_s, told=told, until=until
        ):
            known.answers.update((verdict.goal, verdict) for verdict in verdicts)

    def _asked_of(self, group: Group, known: Known) -> Group:
        """Of what is open, in the order of asking: without work for a solver only what is seen already."""
        return group if self.share.limit_s != 0 else list(takewhile(lambda goal: goal in known.ways, group))

    def _decider(self, groups: Sequence[Group], known: Known) -> Decide:
        limits = replace(self.options.limits, seconds=self.share.limit_s)
        if self.options.encoding == "paper":
            from raddle.check.by_paper import PaperDecider  # noqa: PLC0415  only here is it needed

            return PaperDecider(self.encoder.index.ctp, default_solver(), limits.seconds).decide
        return Decider(self.encoder, default_solver(), limits, known.ways, groups).decide
