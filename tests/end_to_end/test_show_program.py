"""`raddle show --program`: the trace program of a run, of a proof, and of text. The goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import os
from pathlib import Path

import pytest

from raddle.model.text.parse import parse_ctp
from raddle.pipeline.runs import show_program
from tests.support.command import Said, raddle, source

TESTS = Path(__file__).parents[1]
GOLDENS = TESTS / "goldens"

TURN = """#include <assert.h>
static int turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *take(void *unused) {
    pthread_mutex_lock(&lock);
    if (turn == 1) turn = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    pthread_mutex_lock(&lock);
    turn = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(turn != 0);
    return 0;
}
"""


def same_as(golden: str, text: str) -> bool:
    place = GOLDENS / f"{golden}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        place.write_text(text)
    return text == place.read_text()


def shown(path: Path) -> Said:
    said = raddle("show", "--program", path.name, cwd=path.parent)
    assert said.status == 0, said
    return said


@pytest.mark.native
@pytest.mark.compiler
def test_the_trace_program_of_a_run_says_where_its_events_come_from_and_can_be_checked(tmp_path: Path) -> None:
    run = tmp_path / "run.rdl"
    assert raddle("record", TESTS / "programs" / "bank_account.c", "-o", run).status == 0
    text = shown(run).out
    assert same_as("program_bank_account", text)
    (tmp_path / "run.ctp").write_text(text)
    checked = raddle("check", "run.ctp", cwd=tmp_path)
    assert checked.status == 1, checked
    assert "assertion can fail" in checked.out
    assert shown(tmp_path / "run.ctp").out.count("\n") == text.count("\n") - text.count("# taken as observed")


@pytest.mark.native
@pytest.mark.compiler
def test_the_trace_program_of_a_proof_has_branches(tmp_path: Path) -> None:
    source(tmp_path, TURN, "turn.c")
    proved = raddle("verify", "turn.c", "--certificate", "proof", "--again", cwd=tmp_path)
    assert proved.status == 0, proved
    text = shown(tmp_path / "proof").out
    assert same_as("program_turn", text)
    (tmp_path / "turn.ctp").write_text(text)
    assert parse_ctp(text).branches is not None
    assert show_program(tmp_path / "turn.ctp") == "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("#")
    )


BRANCHES = "shared x\nthread T\n assume(x == 0) -> frontier\n assume(x != 0) -> end\n"


@pytest.mark.parametrize("words", [("check", "t.ctp"), ("export", "t.ctp")])
def test_what_has_branches_is_refused_by_who_does_not_know_them(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "t.ctp").write_text(BRANCHES)
    said = raddle(*words, cwd=tmp_path)
    assert said.status == 2, said
    assert "the trace program has branches" in said.err
    assert "raddle show --program prints it" in said.err
