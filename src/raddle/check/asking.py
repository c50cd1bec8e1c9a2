"""Goals in groups -> verdicts: each group in a process of its own, as many at once as the options say."""

from collections.abc import Callable, Mapping, Sequence

from raddle.base.work import Meter
from raddle.check.options import CheckOptions
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.predict.decide import Decider
from raddle.predict.verdict import Verdict
from raddle.predict.workers import decide_all
from raddle.report.progress import Stages
from raddle.solve.choose import default_solver

Ask = Callable[[Sequence[Sequence[Goal]]], list[list[Verdict]]]


def asking(
    encoder: Encoder,
    options: CheckOptions,
    progress: Stages,
    stage: str,
    seen: Mapping[Goal, tuple[Move, ...]] | None = None,
    work: Meter | None = None,
) -> Ask:
    """`seen`: goals that random runs have reached already. `work`: CPU time for all that are asked together."""
    decider = Decider(encoder, default_solver(), options.limits, seen)

    def told(verdict: Verdict) -> None:
        progress.advance()

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        progress.stage(stage, total=sum(map(len, groups)))
        return list(
            decide_all(
                groups,
                decider.decide,
                jobs=options.jobs,
                limit_s=options.limits.longest_s,
                told=told,
                until=options.until,
                work=work,
            )
        )

    return ask
