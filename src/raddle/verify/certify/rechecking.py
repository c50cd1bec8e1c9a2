"""Is what a certificate says so? The formulas are made again from its paths, and another solver is asked.

What is not asked again: whether the paths are those of the program (docs/soundness.md).
"""

import hashlib
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, assert_never

from raddle.base.errors import UserError
from raddle.capture.image import load_image
from raddle.logic.query import Query
from raddle.model.check import fault_of
from raddle.model.goals import Meet, PathGoal, Reach, Standstill
from raddle.model.program import TraceProgram
from raddle.report.rechecked import CheckedCertificate, Rechecked
from raddle.solve.answer import Sat, Solver, Unknown, Unsat
from raddle.solve.checked import Checked
from raddle.solve.cvc5_text import INSTALL, Cvc5Text, cvc5_is_there
from raddle.solve.z3_text import Z3Text
from raddle.verify.certify.certificate import AGAIN, Certificate, Impossible, stdin_hash
from raddle.verify.certify.cores import conjuncts, name_of_query, names_of
from raddle.verify.leaks import leak_of
from raddle.verify.races import possible_races, racing_events

Encode = Callable[[TraceProgram, PathGoal], Query]
Encoders = dict[Literal["orders", "steps"], Encode]
NOT_Z3: Final = "cadical"


@dataclass(frozen=True, slots=True)
class Test:
    """What is to be the one that was proved."""

    program: Path
    arguments: tuple[str, ...] | None = None
    """None: neither they nor standard input were given."""
    stdin: bytes | None = None

    def other_than(self, certificate: Certificate) -> str | None:
        was, given = certificate.program, certificate.input
        if load_image(self.program).sha256 != was.sha256:
            return f"{self.program.name} is another program than the one that was proved"
        for path, sha256 in was.libraries:
            if not Path(path).exists() or hashlib.sha256(Path(path).read_bytes()).hexdigest() != sha256:
                return f"{path} is not the library with which it was proved"
        if self.arguments is not None and self.arguments != given.arguments:
            then, now = (shlex.join(words) or "none" for words in (given.arguments, self.arguments))
            return f"its arguments were {then}, and are {now}"
        if self.arguments is not None and stdin_hash(self.stdin) != given.stdin_sha256:
            return "its standard input was another one"
        return None


def checked_certificate(
    certificate: Certificate, where: object, test: Test, encoders: Encoders, limit_s: float | None
) -> CheckedCertificate:
    """Of this program, under this input if one is given; else the user's error."""
    other = test.other_than(certificate)
    if other is not None:
        raise UserError(f"the certificate is not of this test: {other}", where=where, advice=AGAIN)
    fault = fault_of(certificate.paths)
    if fault is not None:
        raise UserError(f"the certificate's paths are malformed: {fault.what}", where=where, advice=AGAIN)
    claim = certificate.claim
    return CheckedCertificate(
        program=test.program.name,
        raddle=certificate.raddle,
        properties=claim.properties,
        executions=claim.executions,
        bound=claim.bound,
        assumptions=claim.assumptions,
        same_input=test.arguments is not None,
        goals=tuple(recheck(certificate, where, encoders, limit_s)),
    )


def recheck(certificate: Certificate, where: object, encoders: Encoders, limit_s: float | None) -> list[Rechecked]:
    """All proofs. What the certificate lacks, or says of another formula, is the user's error."""
    missing = lacks(certificate)
    if missing is not None:
        raise UserError(f"the certificate does not show what it claims: {missing}", where=where, advice=AGAIN)
    return [_recheck(certificate, proof, where, encoders, limit_s) for proof in certificate.proofs]


def lacks(certificate: Certificate) -> str | None:
    """A goal that the claim needs and no proof is about."""
    paths = certificate.paths
    proved = {event for proof in certificate.proofs if isinstance(proof.goal, Reach) for event in proof.goal.events}
    for kind in ("failure", "frontier"):
        left = [event for event in paths.graph.of_kind(kind) if event not in proved]
        if left:
            return f"nothing is said about {kind} {left[0]}"
    goals = {proof.goal for proof in certificate.proofs}
    if "deadlocks" in certificate.claim.properties and Standstill() not in goals:
        return "nothing is said about threads that are stuck"
    if certificate.claim.executions == "all" and "races" not in certificate.claim.properties:
        return "nothing is said about data races, so other executions are possible than sequentially consistent ones"
    if "races" in certificate.claim.properties:
        leak = leak_of(paths, racing_events(paths))
        if leak is not None:
            return f"that two accesses are never both next does not say all about data races: {leak}"
        for pair in possible_races(paths):
            if pair not in goals:
                return f"nothing is said about {goal_in_words(paths, pair)}"
    return None


def second_for(proof: Impossible) -> Solver:
    """cvc5; without it z3, where it was not the first."""
    if cvc5_is_there():
        return Cvc5Text()
    if proof.solver != NOT_Z3:
        raise UserError("a second solver is needed, and cvc5 is not installed", advice=INSTALL)
    return Z3Text()


def _recheck(
    certificate: Certificate, proof: Impossible, where: object, encoders: Encoders, limit_s: float | None
) -> Rechecked:
    words = goal_in_words(certificate.paths, proof.goal)
    second = Checked(second_for(proof))
    begun = time.monotonic()
    query = encoders[proof.encoding](certificate.paths, proof.goal)
    asked = conjuncts(query)
    names = names_of(asked)
    if name_of_query(names) != proof.formula:
        raise UserError(
            f"the formula of {words} is not the one that was proved: it was made by raddle {certificate.raddle}, "
            "or was changed",
            where=where,
            advice=AGAIN,
        )
    needed = set(names.values() if proof.core is None else proof.core)
    strange = needed - set(names.values())
    if strange:
        what = f"{len(strange)} assertions of the core of {words} are not in its formula"
        raise UserError(what, where=where, advice=AGAIN)
    core = tuple(term for term in asked if names[term] in needed)
    answer = second.solve(Query(query.terms, core), limit_s)
    said: Literal["impossible", "possible", "unknown"]
    match answer:
        case Unsat():
            said, reason = "impossible", ""
        case Sat():
            said, reason = "possible", ""
        case Unknown(reason):
            said = "unknown"
    seconds = time.monotonic() - begun
    return Rechecked(words, proof.solver, second.name, len(asked), len(core), said, reason, seconds)


def goal_in_words(paths: TraceProgram, goal: PathGoal) -> str:
    match goal:
        case Reach(events):
            kinds = sorted({paths.graph.leads[event] for event in events})
            count = len(events)
            return f"{count} {' or '.join(kinds)} event{'s' * (count != 1)}"
        case Meet(first, second):
            names = (paths.threads[paths.events[event].thread].name for event in (first, second))
            return f"accesses {first} of {next(names)} and {second} of {next(names)} at once"
        case Standstill():
            return "a state in which nobody can go on"
        case _:
            assert_never(goal)
