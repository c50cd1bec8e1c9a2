"""Proofs that outlive the command: kept for the next time the same test is verified, written where the user says."""

from dataclasses import replace
from typing import Final

from raddle.logic.query import Query
from raddle.model.goals import PathGoal
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.encoder import StepEncoder
from raddle.papers.trace_driven_verification.options import StepOptions
from raddle.report.verified import Verified
from raddle.trace.recorded import Recording
from raddle.verify.ask.asking import whole_query
from raddle.verify.certify.certificate import Certificate, write_certificate
from raddle.verify.certify.certifying import certificate_of, keep_proof, proved_before, with_formulas, with_races
from raddle.verify.certify.rechecking import Encoders, lacks
from raddle.verify.options import VerifyOptions
from raddle.verify.stages import Grounds


def whole_query_by_steps(paths: TraceProgram, goal: PathGoal) -> Query:
    encoded = StepEncoder(paths, StepOptions()).encode(goal)
    assert not encoded.is_cut  # without a bound there are as many steps as the longest ways have
    return encoded.query


ENCODERS: Final[Encoders] = {"orders": whole_query, "steps": whole_query_by_steps}


def known_proof(first: Recording, options: VerifyOptions) -> Verified | None:
    """Of the same test, under a first run that went the same way."""
    before = proved_before(first, options)
    if before is None:
        return None
    verified, certificate = before
    return _written(verified, certificate, options)


def kept_proof(verified: Verified, grounds: Grounds, options: VerifyOptions) -> Verified:
    """What came from outside after the first run may be something else the next time: that is not kept."""
    certificate = certificate_of(verified, grounds.first, grounds.proved, options)
    if grounds.same_inputs:
        keep_proof(certificate, grounds.first, options)
    return _written(verified, certificate, options)


def _written(verified: Verified, certificate: Certificate, options: VerifyOptions) -> Verified:
    path = options.certificate
    if path is None:
        return verified
    certificate = with_races(certificate)
    missing = lacks(certificate)
    if missing is not None:
        return replace(verified, notes=(*verified.notes, f"no certificate was written: {missing}"))
    write_certificate(with_formulas(certificate, ENCODERS), path)
    note = f"certificate: {path} (raddle verify --check-certificate {path} checks it with a second solver)"
    return replace(verified, notes=(*verified.notes, note))
