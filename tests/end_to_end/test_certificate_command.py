"""Certificates through the real command: written, checked with a second solver, refused or refuted; and proofs kept."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.solve.cvc5_text import cvc5_is_there
from raddle.verify.certify.certificate import load_certificate, write_certificate
from tests.support.command import raddle, source

pytestmark = [
    pytest.mark.native,
    pytest.mark.compiler,
    pytest.mark.skipif(not cvc5_is_there(), reason="cvc5 is not installed"),
]

COUNTER = """#include <assert.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, first;
static void *add(void *unused) {
    pthread_mutex_lock(&lock);
    if (counter == 0) first = first + 1;
    counter = counter + STEP;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_create(&u, NULL, add, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(first == 1 && counter == 2 * STEP);
    return 0;
}
"""


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with counter.c and its certificate."""
    folder = tmp_path_factory.mktemp("certificate")
    source(folder, COUNTER, "counter.c")
    said = raddle("verify", "counter.c", "-DSTEP=1", "--certificate", "proof", "--again", cwd=folder)
    assert said.status == 0, said
    assert "certificate: " in said.out
    return folder


def test_a_certificate_holds_for_the_program_that_it_names_and_for_its_sources(proved: Path) -> None:
    alone = raddle("verify", "--check-certificate", proved / "proof")
    assert alone.status == 0, alone
    assert "cvc5 agrees" in alone.out
    assert "The certificate holds." in alone.out
    assert "Not shown by it: that the paths in it are those of the program" in alone.out
    words = ("verify", "--check-certificate", "proof", "--format", "json", "counter.c", "-DSTEP=1")
    said = json.loads(raddle(*words, cwd=proved).out)
    assert (said["certificate"], said["same_input"]) == ("holds", True)
    assert {goal["answer"] for goal in said["goals"]} == {"impossible"}
    assert all(0 < goal["needed"] <= goal["assertions"] for goal in said["goals"])


@pytest.mark.parametrize(
    ("words", "stdin", "what"),
    [
        (("counter.c", "-DSTEP=2"), "", "counter is another program than the one that was proved"),
        (("counter.c", "-DSTEP=1", "--", "7"), "", "its arguments were none, and are 7"),
        (("counter.c", "-DSTEP=1"), "seven", "its standard input was another one"),
    ],
)
def test_a_certificate_of_another_test_is_refused(proved: Path, words: tuple[str, ...], stdin: str, what: str) -> None:
    said = raddle("verify", "--check-certificate", "proof", *words, stdin=stdin, cwd=proved)
    assert said.status == 2
    assert what in said.err


def test_a_damaged_certificate_is_refused(proved: Path, tmp_path: Path) -> None:
    text = (proved / "proof").read_text()
    (tmp_path / "damaged").write_text(text.replace('"failure"', '"on"'))
    said = raddle("verify", "--check-certificate", tmp_path / "damaged")
    assert said.status == 2
    assert "the certificate is damaged" in said.err


def test_a_certificate_whose_core_has_a_solution_is_refuted(proved: Path, tmp_path: Path) -> None:
    certificate = load_certificate(proved / "proof")
    forged = [replace(proof, core=(proof.core or ())[:1]) for proof in certificate.proofs]
    write_certificate(replace(certificate, proofs=tuple(forged)), tmp_path / "forged")
    said = raddle("verify", "--check-certificate", tmp_path / "forged")
    assert said.status == 1, said
    assert "cvc5 finds a solution" in said.out
    assert "REFUTED" in said.out


def test_a_certificate_without_one_of_its_proofs_is_refused(proved: Path, tmp_path: Path) -> None:
    certificate = load_certificate(proved / "proof")
    write_certificate(replace(certificate, proofs=()), tmp_path / "less")
    said = raddle("verify", "--check-certificate", tmp_path / "less")
    assert said.status == 2
    assert "nothing is said about failure" in said.err


def test_a_certificate_with_malformed_paths_is_refused(proved: Path, tmp_path: Path) -> None:
    certificate = load_certificate(proved / "proof")
    paths = certificate.paths
    back = replace(paths, branches=replace(paths.graph, target=(paths.graph.roots[0], *paths.graph.target[1:])))
    write_certificate(replace(certificate, paths=back), tmp_path / "malformed")
    said = raddle("verify", "--check-certificate", tmp_path / "malformed")
    assert said.status == 2
    assert "the certificate's paths are malformed" in said.err


def test_an_unchanged_test_is_not_proved_again_and_a_changed_one_is(proved: Path) -> None:
    known = raddle("verify", "counter.c", "-DSTEP=1", "--format", "json", cwd=proved)
    said = json.loads(known.out)
    assert (said["verdict"], len(said["iterations"])) == ("proved", 0)
    assert "it was proved before, and is unchanged" in known.out
    for words in (("-DSTEP=1", "--again"), ("-DSTEP=3",)):
        anew = json.loads(raddle("verify", "counter.c", *words, "--format", "json", cwd=proved).out)
        assert anew["verdict"] == "proved"
        assert anew["iterations"]
