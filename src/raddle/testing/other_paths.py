"""What `check` does with what is left of its budget: paths that the recorded run did not take, as `verify` sees them.

In: the Result of the recorded paths. Out: the same with what runs along other paths showed: a finding, a proof for all
executions under this input, or what is still not covered.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.time_limit import INTERRUPTED, TimeIsOver, with_time_to_tell
from raddle.capture.image import ProgramImage
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import property_of
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.result import Executions, OtherPaths, Result
from raddle.report.verdict_text import FOR_ALL
from raddle.report.verified import Verified
from raddle.report.verified_text import NEVER, extent
from raddle.testing.runs import load_trace
from raddle.trace.walk import Trace
from raddle.verify.options import PROVABLE, VerifyOptions
from raddle.verify.runs.guided import Ran

OUR_FAULT: Final = "this is a fault of raddle, please report it"
LEAST_S: Final = 1.0
"""With less time left no other path is looked at."""


def with_other_paths(
    result: Result,
    first: Trace,
    image: ProgramImage,
    options: CheckOptions,
    folder: Path,
    progress: Stages,
    timed: Timed,
    also: Sequence[Ran] = (),
) -> Result:
    """Only where nothing was found, and no bound was given: a bound is one on what is looked for.
    `also`: runs that were made already."""
    left_s = options.left_s()
    wanted = tuple(one for one in PROVABLE if one in result.properties)
    is_cut = result.findings or result.cut or result.is_interrupted
    is_cut = is_cut or options.limits.is_bounded or options.model != "symbolic"
    if not options.other_paths or not wanted or is_cut or (left_s is not None and left_s < LEAST_S):
        return result
    from raddle.verify.stages import verify_program  # noqa: PLC0415  only here is it needed

    with timed.stage("other paths"):
        try:
            asked = as_verify(options, wanted)
            found, _ = verify_program(first, image, asked, folder, load_trace, progress, Timed(), made=also)
        except TimeIsOver as over:  # what verify itself could not bring to an end
            found = Verified(result.program, "unknown", wanted, reason=over.reason)
        except InternalError as error:  # it must not take with it what is known of the recorded paths
            return replace(result, others=OtherPaths(reason=f"{error.what}: {OUR_FAULT}"))
    seconds = {**result.stats.seconds, **timed.seconds}
    ended = INTERRUPTED if found.reason == INTERRUPTED else result.ended
    result = replace(result, ended=ended, stats=replace(result.stats, seconds=seconds))
    if found.verdict == "bug":
        return replace(result, findings=found.findings, notes=(*result.notes, *found.notes))
    return _covered(result, found, wanted)


def as_verify(options: CheckOptions, wanted: tuple[Property, ...]) -> VerifyOptions:
    """The same of other runs."""
    return VerifyOptions(
        properties=wanted,
        until=with_time_to_tell(options.until, options.budget_s),
        budget_s=options.budget_s,
        jobs=options.jobs,
        run_limit_s=options.replay_limit_s,
        witnesses=options.witnesses,
        most_bytes=options.most_bytes,
        explain=options.explain,
    )


def _covered(result: Result, found: Verified, wanted: tuple[Property, ...]) -> Result:
    """What is proved for all executions is open nowhere."""
    is_proved = found.verdict == "proved"
    proved = wanted if is_proved else found.proved
    others = OtherPaths(
        runs=found.counts.runs,
        proved=proved,
        executions=found.executions,
        extent=extent(found) if is_proved else _in_part(proved, found.executions),
        reason=found.reason,
        untaken=found.untaken,
    )
    return replace(
        result,
        open=tuple(one for one in result.open if property_of(one.kind) not in proved),
        unlooked=tuple(one for one in result.unlooked if one not in proved),
        assumptions=tuple(dict.fromkeys((*result.assumptions, *found.assumptions))),
        others=others,
    )


def _in_part(proved: tuple[Property, ...], executions: Executions) -> str:
    if not proved:
        return ""
    return f"Proved for {FOR_ALL[executions]}: {'; '.join(NEVER[one] for one in proved)}."
