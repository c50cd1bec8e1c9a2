"""From a proof to its certificate, and from a certificate of the same test to the verdict without proving again.

The same test: the same program, libraries, arguments, standard input and options, the same version of raddle, and a
first run that logged the same. That one is made in any case, so what files or the clock say there is compared too.
"""

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import raddle
from raddle import __version__
from raddle.base.cache import Cache, content_key
from raddle.base.errors import UserError
from raddle.base.failing import spell_statuses
from raddle.report.verified import Counts, Verified
from raddle.trace.recorded import Recording
from raddle.verify.certify.certificate import (
    Certificate,
    Claim,
    Impossible,
    ProvedInput,
    ProvedProgram,
    load_certificate,
    spell_certificate,
    stdin_hash,
)
from raddle.verify.certify.cores import Core, conjuncts, core_of, name_of_query, names_of
from raddle.verify.certify.kept_paths import read_paths, spell_paths
from raddle.verify.certify.rechecking import Encoders
from raddle.verify.ended import Proved
from raddle.verify.options import ENCODINGS, VerifyOptions
from raddle.verify.races import possible_races

SUFFIX: Final = ".certificate"
SOME_ENGINE: Final = "the search of states, cadical or z3"
CORE_LIMIT_S: Final = 60.0
"""For finding a smaller set of assertions than all of them."""


def certificate_of(verified: Verified, first: Recording, proved: Proved, options: VerifyOptions) -> Certificate:
    """Without formulas: what is kept for the next time needs none, and they may take longer than the proof."""
    return Certificate(
        raddle=__version__,
        program=proved_program(first),
        input=proved_input(first),
        options=options_that_matter(first, options),
        claim=_claim(verified),
        paths=proved.paths,
        proofs=tuple(Impossible(goal, options.encoding, "", SOME_ENGINE, None) for goal in proved.goals),
    )


def with_races(certificate: Certificate) -> Certificate:
    """Pair by pair, where all of them were proved at once. (What is kept for the next time does not list them.)"""
    if "races" not in certificate.claim.properties:
        return certificate
    known, encoding = {proof.goal for proof in certificate.proofs}, dict(certificate.options)["encoding"]
    pairs = (pair for pair in possible_races(certificate.paths) if pair not in known)
    assert encoding in ENCODINGS
    more = tuple(Impossible(pair, encoding, "", SOME_ENGINE, None) for pair in pairs)
    return replace(certificate, proofs=(*certificate.proofs, *more))


def with_formulas(certificate: Certificate, encoders: Encoders, limit_s: float | None = CORE_LIMIT_S) -> Certificate:
    """Made of the paths as a reader of the certificate has them; with cores, where they can be found in that time: a
    smaller formula is checked sooner."""
    again = read_paths(spell_paths(certificate.paths))
    proofs = []
    for proof in certificate.proofs:
        query = encoders[proof.encoding](again, proof.goal)
        named, core = replace(proof, formula=name_of_query(names_of(conjuncts(query)))), core_of(query, limit_s)
        proofs.append(replace(named, solver=core.solver, core=core.names) if isinstance(core, Core) else named)
    return replace(certificate, proofs=tuple(proofs))


def _claim(verified: Verified) -> Claim:
    counts = verified.counts
    return Claim(
        properties=verified.proved,
        executions=verified.executions,
        executions_because=verified.executions_because,
        bound=verified.bound,
        inputs=verified.inputs,
        assumptions=verified.assumptions,
        runs=counts.runs,
        guided=counts.guided,
        threads=counts.threads,
        points=counts.points,
        events=counts.events,
    )


# ---- which test it is


def proved_program(first: Recording) -> ProvedProgram:
    libraries = sorted((library.path, library.sha256) for library in first.libraries)
    return ProvedProgram(first.meta.program, first.meta.sha256, tuple(libraries))


def proved_input(first: Recording) -> ProvedInput:
    return ProvedInput(
        arguments=first.meta.arguments,
        stdin_sha256=stdin_hash(first.stdin),
        environment=tuple(sorted(first.meta.environment.items())),
        first_run=logged_hash(first),
    )


def logged_hash(recording: Recording) -> str:
    """Of all that the run went through, read, and was given from outside."""
    digest = hashlib.sha256()
    for thread in recording.threads:
        for part in (thread.path.encode(), thread.blocks.tobytes(), thread.values.tobytes()):
            digest.update(len(part).to_bytes(8, "little") + part)
    digest.update(recording.sync.tobytes())
    digest.update(recording.outcome.encode())
    return digest.hexdigest()


def options_that_matter(first: Recording, options: VerifyOptions) -> tuple[tuple[str, str], ...]:
    """To what the verdict says. (How it is found does not matter.)"""
    return (
        ("properties", ",".join(options.properties)),
        ("steps", str(options.steps)),
        ("encoding", options.encoding),
        ("before", first.meta.before or ""),
        ("spurious", str(first.meta.control.get("spurious") is True)),
        ("exit-status", spell_statuses(first.failing)),
        ("fails-at", " ".join(first.failing.fails_at)),
    )


# ---- proved before


def _key(first: Recording, options: VerifyOptions) -> str:
    program = proved_program(first)
    folder = first.meta.folder
    parts = (program.sha256, program.libraries, proved_input(first), folder, options_that_matter(first, options))
    return content_key("certificate", own_code(), *map(repr, parts))


@cache
def own_code() -> str:
    """A hash of raddle itself: what another version would say is not known."""
    return content_key(__version__, *(path.read_bytes() for path in own_files()))


def own_files() -> list[Path]:
    package = Path(raddle.__file__).parent
    return sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def proved_before(first: Recording, options: VerifyOptions) -> tuple[Verified, Certificate] | None:
    """The verdict on the same test, if it was proved. A damaged entry does not count."""
    path = Cache.of_user().find(_key(first, options), SUFFIX)
    if path is None or options.again:
        return None
    try:
        found = load_certificate(path)
    except UserError:
        return None
    if found.input != proved_input(first):
        return None
    claim = found.claim
    verified = Verified(
        program=Path(first.meta.program).name,
        verdict="proved",
        properties=options.properties,
        proved=claim.properties,
        executions=claim.executions,
        executions_because=claim.executions_because,
        bound=claim.bound,
        inputs=claim.inputs,
        assumptions=claim.assumptions,
        notes=(f"it was proved before, and is unchanged (--again proves it anew): {path}",),
        counts=Counts(claim.runs, claim.guided, claim.threads, claim.points, claim.events),
    )
    return verified, found


def keep_proof(certificate: Certificate, first: Recording, options: VerifyOptions) -> Path:
    """Where the next one will find it."""
    text = spell_certificate(certificate).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    return Cache.of_user().publish(_key(first, options), write, SUFFIX)
