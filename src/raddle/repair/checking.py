"""One candidate: written to a copy, built, verified, measured. Only what is proved is accepted.

What has to hold: no new warnings; under the inputs of the original no assertion can fail and nobody can be stuck, for
all interleavings; every assertion that was come to before still is; nothing races that did not before. Whether anything
races at all is told.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import Final

from raddle.base.errors import ToolError, UserError
from raddle.base.work import CpuMeter
from raddle.diagnose.explored import Explored
from raddle.model.recorded.several import RunModel
from raddle.repair.choosing import Choice
from raddle.repair.concurrency import SideBySide, kept, kept_in_either_order, side_by_side
from raddle.repair.fixes import Refused
from raddle.repair.lines import LinesBefore
from raddle.repair.racing import NewRace, NoNewRace, NotKnown, RacesBefore, new_race
from raddle.repair.sites import Sites
from raddle.repair.source.diffs import unified
from raddle.repair.source.writing import written
from raddle.repair.telling import kinds
from raddle.repair.visited import Visited, visited
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.repaired import Candidate
from raddle.report.rows import count
from raddle.report.verified import Verified
from raddle.testing.workshop import Built, Workshop
from raddle.trace.walk import Trace
from raddle.verify.options import VerifyOptions
from raddle.verify.stages import Grounds

MOST_S: Final = 60.0
"""Of CPU time, for the verification of one candidate."""
PROVED: Final[tuple[Property, ...]] = ("assertions", "exit", "deadlocks")


@dataclass(frozen=True, slots=True)
class Checked:
    candidate: Candidate
    wide: bool = False
    """As its choice is."""
    in_time: bool = True
    """False: it may be proved in more time."""


class Checking:
    def __init__(
        self, explored: Explored, sites: Sites, workshop: Workshop, until: float | None, progress: Stages
    ) -> None:
        self._explored = explored
        self._sites = sites
        self._workshop = workshop
        self._until = until
        self._progress = progress
        self.most_s: float | None = MOST_S
        """Of CPU time, for the verification of one candidate; None: all that can be done in the time that is left."""
        self._races = RacesBefore(sites)

    def check(self, choice: Choice, seen: set[str]) -> Checked | None:
        """None: its diff is among those that were seen, to which it is added."""
        before = self._workshop.texts
        after = written(choice.fix, before, self._workshop.units)
        if isinstance(after, Refused):
            reason = f"it cannot be written: {after.reason}"
            return Checked(Candidate(choice.what, "", accepted=False, reason=reason, kinds=kinds(choice.fix)))
        changed = {file: text for file, text in after.items() if before.get(file) != text}
        diff = unified({file: before.get(file, "") for file in changed}, changed, self._workshop.names)
        candidate = Candidate(choice.what, diff, accepted=False, changed=changed, kinds=kinds(choice.fix))
        if not changed:
            return Checked(replace(candidate, reason="it changes nothing"))
        if candidate.diff in seen:
            return None
        seen.add(candidate.diff)
        return replace(self._built(candidate, changed), wide=choice.wide)

    def _built(self, candidate: Candidate, changed: Mapping[str, str]) -> Checked:
        self._progress.stage("building")
        built = self._workshop.build(changed)
        if isinstance(built, str):
            return Checked(replace(candidate, reason=f"it does not compile: {built}"))
        new = built.warnings - self._warnings
        if new:
            warnings = tuple(sorted(new))
            reason = f"the compiler warns: {warnings[0]}"
            return Checked(replace(candidate, reason=reason, warnings=warnings))
        work = CpuMeter(self.most_s)
        try:
            verified, grounds = self._workshop.verify(built, PROVED, self._until, work)
        except (ToolError, UserError) as error:
            return Checked(replace(candidate, reason=f"it cannot be verified: {error.what}"))
        candidate = replace(candidate, verified=verified)
        if grounds is None:
            is_over = self._until is not None and time.monotonic() >= self._until
            in_time = verified.verdict == "bug" or not (work.is_over or is_over)
            return Checked(replace(candidate, reason=_why_not(verified)), in_time=in_time)
        return self._measured(candidate, built, grounds, changed)

    @cached_property
    def _warnings(self) -> Counter[str]:
        """Of the original."""
        built = self._workshop.build({})
        return Counter() if isinstance(built, str) else built.warnings

    # ---- measured

    def _measured(
        self, candidate: Candidate, built: Built, grounds: Grounds, changed: Mapping[str, str]
    ) -> Checked:
        before = self._workshop.texts
        lines = {file: LinesBefore(before.get(file, ""), text) for file, text in changed.items()}
        after = Sites(grounds.proved.paths, grounds.origins, grounds.models, self._sites.files)
        missing = self._visited.missing(visited(_runs(grounds.models), self._sites.files), lines)
        races = self._made_worse(after, missing, lines)
        if isinstance(races, str):
            return Checked(replace(candidate, reason=races))
        assert candidate.verified is not None
        candidate = replace(candidate, verified=self._of_races(candidate.verified, races, built))
        self._progress.stage("measuring")
        now = side_by_side(after, by_chance=not self._side_by_side.exact)
        if not now.exact and self._side_by_side.exact:
            self._side_by_side = side_by_side(self._sites, by_chance=True)
        beside = kept(self._side_by_side, now, lines)
        either = kept_in_either_order(self._side_by_side, now, lines)
        gone = sorted(missing.lines)
        said = f"nobody comes to {_told(gone[0])} any more" if gone else ""
        more = f" (nor to {count(len(gone) - 1, 'other line')})" if len(gone) > 1 else ""
        return Checked(
            replace(candidate, accepted=True, reason=said + more, concurrency=either, side_by_side=beside)
        )

    def _of_races(self, verified: Verified, races: NoNewRace, built: Built) -> Verified:
        """With what is proved of them."""
        if races.still:
            first, second = (_told(place) for place in races.still)
            return replace(verified, executions_because=f"{first} and {second} race, as they did before")
        self._progress.stage("proving that nothing races")
        try:
            also, _ = self._workshop.verify(built, (*PROVED, "races"), self._until, CpuMeter(self.most_s))
        except ToolError as error:
            return replace(verified, executions_because=error.what)
        if also.verdict == "proved":
            return also
        return replace(verified, executions_because=next((one.message for one in also.findings), also.reason))

    def _made_worse(self, after: Sites, missing: Visited, lines: Mapping[str, LinesBefore]) -> str | NoNewRace:
        """It is not, as far as it is proved; or why it is."""
        if missing.asserted:
            return f"the assertion at {_told(min(missing.asserted))} is never come to any more"
        self._progress.stage("looking for new races")
        options = VerifyOptions(until=self._until, work=CpuMeter(self.most_s))
        race = new_race(self._races, after, lines, options)
        if isinstance(race, NewRace):
            return f"a new data race: {_told(race.first)} with {_told(race.second)} of the patched source"
        if isinstance(race, NotKnown):
            return f"it is undecided whether it brings in a data race: {race.reason}"
        return race

    @cached_property
    def _side_by_side(self) -> SideBySide:
        return side_by_side(self._sites)

    @cached_property
    def _visited(self) -> Visited:
        return visited(_runs(self._explored.models), self._sites.files)


def _runs(models: Iterable[RunModel]) -> Iterator[Trace]:
    return (model.trace for model in models)


def _told(line: tuple[str, int]) -> str:
    return f"{PurePath(line[0]).name}:{line[1]}"


def _why_not(verified: Verified) -> str:
    if verified.verdict != "bug":
        return f"it could not be proved: {verified.reason}"
    finding = verified.findings[0]
    where = (
        "" if finding.place is None else f" ({_told((finding.place.file, finding.place.line))} of the patched source)"
    )
    message = finding.message.removeprefix("deadlock: ")
    return f"{'a deadlock' if finding.kind == 'deadlock' else 'it still fails'}: {message}{where}"
