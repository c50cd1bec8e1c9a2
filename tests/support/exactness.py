"""One random trace program, all its checks: brute force, our encoding and the paper's must say the same.

Every satisfiable answer is decoded and run on the machine up to the violation. With at most 0 to 4 switches our
encoding must find exactly what brute force can reach with so few; an unsatisfiable answer that did not need the bound
must be true without it. What the decider calls the fewest switches must be the fewest, and with at most 0 or 1
preemptions it must find what brute force finds.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide.answers import Holds, Violated
from raddle.encode.bound import BOUND
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, preemptions, run, switches
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.papers.predictive_analysis.formula import encode_reference
from raddle.predict.decide import Decider, Limits
from raddle.predict.decode import moves_of
from raddle.predict.sample import sampled
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.choose import default_solver
from tests.oracles.enumerated import enumerated, fewest_preemptions, fewest_switches
from tests.support.asked_together import asked_together
from tests.support.random_ctp import PROFILES, random_ctp

BOUNDS: Final = range(5)
LIMIT_S: Final = 60.0
NEVER: Final = 1 << 30


@dataclass
class Exactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    checks: int = 0
    sat: int = 0
    ran: int = 0
    """Satisfiable answers whose witness the machine ran to the violation."""
    sliced: int = 0
    """Proofs on a slice."""
    bounded: int = 0
    """Questions with a bound."""
    together: int = 0
    """Checks that can be asked of one formula,"""
    proved: int = 0
    """and are said by it to hold."""
    lifted: int = 0
    """Unsatisfiable answers that did not need it."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Exactness") -> None:
        self.programs += other.programs
        self.checks += other.checks
        self.sat += other.sat
        self.ran += other.ran
        self.sliced += other.sliced
        self.bounded += other.bounded
        self.lifted += other.lifted
        self.together += other.together
        self.proved += other.proved
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        return (
            f"{self.programs} programs, {self.checks} checks, {self.sat} satisfiable answers, {self.ran} witnesses "
            f"that ran, {self.sliced} proofs on slices, {self.bounded} bounded questions, {self.lifted} lifted, "
            f"{self.together} asked together, {self.proved} of them proved, "
            f"{len(self.disagreements)} disagreements"
        )


def program(number: int) -> tuple[str, TraceProgram]:
    """Its profile, and the program: the profiles take turns."""
    profile = sorted(PROFILES)[number % len(PROFILES)]
    return profile, random_ctp(random.Random(number), profile)


def compared(number: int) -> Exactness:
    profile, ctp = program(number)
    found = Exactness(programs=1)
    try:
        _Comparison(ctp, found).compare()
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    where = f"program {number} ({profile})"
    found.disagreements = [f"{where}: {what}" for what in found.disagreements]
    return found


class _Comparison:
    def __init__(self, ctp: TraceProgram, found: Exactness) -> None:
        self._ctp = ctp
        self._found = found
        self._machine = Machine(ctp)
        self._encoder = Encoder(ctp)
        self._solver = default_solver()
        self._violable = enumerated(ctp).violations.keys()
        self._fewest = fewest_switches(ctp)
        self._preemptions = fewest_preemptions(ctp)

    def compare(self) -> None:
        if self._violable != self._fewest.keys():
            self._found.disagreements.append("explore and fewest_switches differ")
        seen = sampled(self._ctp, self._machine) if len(self._ctp.events) % 2 else {}
        goals = [Fails(event.number) for event in self._ctp.checks]
        decider = Decider(self._encoder, self._solver, Limits(), seen, [goals])
        self._together(goals)
        for event in self._ctp.checks:
            self._found.checks += 1
            self._ours(event.number, None)
            self._slices(event.number)
            for bound in BOUNDS:
                self._ours(event.number, bound)
            self._reference(event.number)
            self._decided(event.number, decider)
            self._preempted(event.number)

    def _ours(self, check: int, bound: int | None) -> None:
        encoded = self._encoder.encode(Fails(check), bound)
        answer = self._solver.solve(encoded.query, LIMIT_S)
        what = f"check {check}, ours, bound {bound}"
        self._found.bounded += bound is not None
        expected = check in self._violable if bound is None else self._fewest.get(check, NEVER) <= bound
        self._judge(what, check, answer, expected, lambda sat: moves_of(encoded, sat), bound)
        if isinstance(answer, Unsat) and bound is not None and BOUND not in answer.core:
            self._found.lifted += 1
            if check in self._violable:
                self._found.disagreements.append(f"{what}: lifted, but it can be violated")

    def _slices(self, check: int) -> None:
        """Unsatisfiable on a slice, or with the other checks left out, is a proof."""
        encoder = self._encoder
        slices = dict(zip(("own", "near"), encoder.slices(Fails(check)), strict=True))
        slices["alone"] = encoder.encode(Fails(check), alone=True).query
        for name, query in slices.items():
            if isinstance(self._solver.solve(query, LIMIT_S), Unsat):
                self._found.sliced += 1
                if check in self._violable:
                    self._found.disagreements.append(f"check {check}, slice {name}: proved, but it can be violated")
        fewest = self._fewest.get(check)
        if fewest is not None:
            query = encoder.encode(Fails(check), fewest, alone=True).query
            if not isinstance(self._solver.solve(query, LIMIT_S), Sat):
                what = f"check {check}, alone, bound {fewest}: not found, but it can be violated so"
                self._found.disagreements.append(what)

    def _together(self, goals: Sequence[Fails]) -> None:
        found = asked_together(self._encoder, goals)
        self._found.together += len(found.asked)
        self._found.proved += len(found.proved)
        for goal in goals:
            if goal in found.proved and goal.check in self._violable:
                self._found.disagreements.append(f"{goal}, with others: proved, but it can be violated")

    def _reference(self, check: int) -> None:
        """Its bound counts how deep events depend on each other, so it allows no less than as many switches."""
        bounds = [None, self._fewest[check]] if check in self._fewest else [None]
        for bound in bounds:
            answer = self._solver.solve(encode_reference(self._ctp, check, bound=bound), LIMIT_S)
            what = f"check {check}, reference, bound {bound}"
            self._judge(
                what, check, answer, check in self._violable, lambda sat: decode_reference(self._ctp, check, sat)
            )

    def _judge(
        self,
        what: str,
        check: int,
        answer: Answer,
        expected: bool,
        decode: Callable[[Sat], Sequence[Move]],
        bound: int | None = None,
    ) -> None:
        said = self._found.disagreements
        match answer:
            case Unknown(reason):
                said.append(f"{what}: unknown: {reason}")
            case Unsat():
                if expected:
                    said.append(f"{what}: unsatisfiable, but it can be violated")
            case Sat():
                self._found.sat += 1
                if not expected:
                    said.append(f"{what}: satisfiable, but it cannot be violated")
                trouble = self._trouble(check, decode(answer), bound)
                if trouble:
                    said.append(f"{what}: the witness {trouble}")
                else:
                    self._found.ran += 1

    def _trouble(self, check: int, moves: Sequence[Move], bound: int | None) -> str:
        """Why these moves are no violation within the bound; "": they are."""
        reached = run(self._ctp, moves, self._machine)
        if not isinstance(reached, Ran):
            return f"cannot run: {reached}"
        if check not in self._machine.violated(reached.state):
            return "does not violate it"
        count = switches(self._ctp, moves, check)
        return f"has {count} switches" if bound is not None and count > bound else ""

    def _decided(self, check: int, decider: Decider) -> None:
        said = self._found.disagreements
        match decider.decide(Fails(check)):
            case Violated(_, moves, count, fewest):
                trouble = self._trouble(check, moves, count)
                if trouble:
                    said.append(f"check {check}: what was decided {trouble}")
                elif fewest and count != self._fewest.get(check):
                    said.append(f"check {check}: fewest switches {self._fewest.get(check)}, decided {count}")
            case Holds(_, None) if check not in self._violable:
                pass
            case verdict:
                said.append(f"check {check}: decided {verdict}, can be violated: {check in self._violable}")

    def _preempted(self, check: int) -> None:
        """With no preemption at all, and with one."""
        said, best = self._found.disagreements, self._preemptions.get(check, NEVER)
        for most in (0, 1):
            verdict = Decider(self._encoder, self._solver, Limits(preemptions=most)).decide(Fails(check))
            match verdict:
                case Violated(_, moves) if best <= most:
                    if self._trouble(check, moves, None) or preemptions(self._machine, moves, check) > most:
                        said.append(f"check {check}: no violation with at most {most} preemptions: {verdict}")
                case Holds(_, None) if check not in self._violable:
                    pass
                case Holds(_, int()) if check in self._violable and best > most:
                    pass
                case _:
                    said.append(f"check {check}: fewest preemptions {best}, decided with at most {most}: {verdict}")
