"""`verify`: record -> walk -> paths -> ask for failures and for what is behind the paths -> run that -> ..."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from raddle.base.time_limit import TimeIsOver, ending_at, hard_grace_s, with_time_to_tell
from raddle.report.progress import Stages
from raddle.report.rechecked import CheckedCertificate
from raddle.report.so_far import SoFar
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Say, build
from raddle.testing.tests import verified
from raddle.verify.certify.certificate import load_certificate
from raddle.verify.certify.proofs import ENCODERS
from raddle.verify.certify.rechecking import Test, checked_certificate
from raddle.verify.options import VerifyOptions
from raddle.verify.stages import NOTHING_SEEN, cut_off


@dataclass(frozen=True, slots=True)
class VerifyOrder:
    """What `verify` is asked to do."""

    target: RecordOrder
    options: VerifyOptions = field(default_factory=VerifyOptions)


def verify(order: VerifyOrder, say: Say, progress: Stages, so_far: SoFar[Verified] | None = None) -> Verified:
    """Run after run, until one fails or there is nothing that nobody has seen. `so_far`: what is known meanwhile."""
    told, options = so_far or SoFar[Verified](), order.options
    told(Verified(order.target.name, "unknown", options.properties, reason=NOTHING_SEEN))
    try:
        with ending_at(options.until, hard_grace_s(options.budget_s)):
            sooner = replace(options, until=with_time_to_tell(options.until, options.budget_s))
            return verified(order.target.judged_by(options.properties), sooner, say, progress, told)
    except TimeIsOver as over:
        assert told.known is not None
        if told.known.verdict == "bug":
            return told.known
        why = cut_off(over)
        return replace(told.known, reason=why.reason, advice=why.advice)


def check_certificate(path: Path, test: RecordOrder | None, limit_s: float | None, say: Say) -> CheckedCertificate:
    """A proof, checked with a second solver. `test`: what it is to be the proof of; None: the program that it names."""
    certificate = load_certificate(path)
    if test is None:
        same = Test(Path(certificate.program.path))
    else:
        program = test.program if isinstance(test.program, Path) else build(test.program, say)
        same = Test(program, test.arguments, test.stdin)
    return checked_certificate(certificate, path, same, ENCODERS, limit_s)
