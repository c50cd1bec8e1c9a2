"""`raddle explain` from witnesses and recordings, and the causes that `raddle check` tells."""

import json
from pathlib import Path
from shutil import copy

import pytest

from tests.support.command import Said, raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

EXAMPLES = Path(__file__).parents[2] / "examples"
LOST = (
    "main.1 reads balance at line 13 and writes it at line 21; in between main.2 writes it at line 21, and that write "
    "is lost"
)
WRONG = """
#include <assert.h>
int total;
int main(void)
{
    for (int i = 0; i < 3; i++)
        total += i;
    assert(total == 4);
    return 0;
}
"""


NOT_JOINED = """
#include <assert.h>
#include <pthread.h>
int result;
void *compute(void *arg) { result = 42; return arg; }
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, compute, 0);
    assert(result == 42);
    return 0;
}
"""


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A witness of a lost deposit, and the report that came with it."""
    folder = tmp_path_factory.mktemp("bank")
    copy(EXAMPLES / "bank_account.c", folder)
    told = raddle("check", "--property", "assertions", "--format", "json", "bank_account.c", cwd=folder)
    assert told.status == 1, told.err
    return folder / "bank_account.line41.witness", told


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_a_witness_is_explained_by_a_picture_and_a_passing_run(bank: tuple[Path, Said]) -> None:
    told = raddle("explain", bank[0])
    assert told.status == 0, told.err
    assert f"atomicity violation: {LOST}" in words_of(told.out)
    assert max(map(len, told.out.splitlines()[:-1])) <= 80
    for part in ("13 int value = balance;", "21 balance = value;", " WAR balance ", " WAW", "{ balance <= 150 }"):
        assert part in told.out
    assert "41 assert(balance == 200);  fails: balance is 150" in told.out
    assert "The nearest run that passes" in told.out
    assert "main.2 bank_account.c:21 before main.1 bank_account.c:13 (balance)" in told.out
    assert f"raddle explain {bank[0]} --detail ds,cs,hs" in told.out


def test_a_thread_that_has_not_come_to_do_anything_may_have_a_part_in_it(tmp_path: Path) -> None:
    (tmp_path / "late.c").write_text(NOT_JOINED)
    told = raddle("check", "--property", "assertions", "late.c", cwd=tmp_path)
    assert told.status == 1, told.err
    assert "does not tell whether others should have changed result before main reads it" in words_of(told.out)
    explained = raddle("explain", "late.line10.witness", cwd=tmp_path)
    assert "order violation: main reads result at line 10" in words_of(explained.out), explained.out


def test_the_detail_can_be_chosen(bank: tuple[Path, Said]) -> None:
    data = json.loads(raddle("explain", bank[0], "--detail", "ds", "--no-contrast", "--format", "json").out)
    full = json.loads(raddle("explain", bank[0], "--detail", "hs,cs", "--no-contrast", "--format", "json").out)
    assert (data["detail"], full["detail"]) == ("ds", "ds,cs,hs")
    assert data["bug"] == full["bug"] == "atomicity violation"
    assert data["statements"] < full["statements"] < full["of_statements"]
    assert data["contrast"] is None and full["more"] is None
    kinds = {kind for arrow in full["arrows"] for kind in arrow["kinds"]}
    assert kinds == {"RAW", "WAR", "WAW"}
    sources = [row["source"] for row in full["rows"]]
    assert "pthread_create(&first, NULL, deposit, &fifty);" in sources
    assert full["rows"][-1]["fails"] and full["rows"][-1]["line"] == 41


def test_it_goes_to_a_file_and_to_terminals_without_boxes(bank: tuple[Path, Said], tmp_path: Path) -> None:
    told = raddle("explain", bank[0], "--no-contrast", "-o", tmp_path / "why.txt")
    assert (told.status, told.out) == (0, "")
    assert "▶" in (tmp_path / "why.txt").read_text(encoding="utf-8")
    plain = raddle("explain", bank[0], "--no-contrast", env={"PYTHONIOENCODING": "ascii"})
    assert plain.status == 0 and plain.out.isascii() and " WAR balance " in plain.out


def test_a_check_tells_the_cause_and_keeps_the_explanation(bank: tuple[Path, Said]) -> None:
    (finding,) = json.loads(bank[1].out)["findings"]
    assert finding["explanation"]["bug"] == "atomicity violation"
    assert finding["explanation"]["cause"] == LOST
    assert finding["explanation"]["contrast"] is None


def test_the_cause_is_a_paragraph_of_the_report_unless_nobody_wants_it(tmp_path: Path) -> None:
    wrong = source(tmp_path, WRONG)
    told = raddle("check", "--property", "assertions", wrong, cwd=tmp_path)
    assert "  cause: sequential bug: total == 4 fails: total is 3;" in told.out
    assert "  explain it: raddle explain test.line11.witness\n" in told.out
    short = raddle("check", "--property", "assertions", "--no-explain", wrong, cwd=tmp_path)
    assert (told.status, short.status) == (1, 1)
    assert "cause:" not in short.out and "explain it" not in short.out


def test_a_deadlock_shows_who_holds_and_who_waits(tmp_path: Path) -> None:
    raddle("check", "--property", "deadlocks", "--no-explain", EXAMPLES / "dining.c", cwd=tmp_path)
    told = raddle("explain", "dining.deadlock.line16.witness", "--no-contrast", cwd=tmp_path)
    assert told.status == 0, told.err
    assert told.out.count("15 pthread_mutex_lock(&forks[left]);") == 3
    assert told.out.count("16 pthread_mutex_lock(&forks[right]);") == 3
    assert "waits for lock forks[1], held by main.2" in words_of(told.out)
    first, second, *_ = told.out.splitlines()
    assert first.endswith("dining.c:16: main.1, main.2 and main.3 wait for ever")
    assert second.startswith("  deadlock: main.1 waits for lock forks[1], held by main.2; ")


def test_the_text_of_a_source_that_was_edited_since_is_not_shown(tmp_path: Path) -> None:
    wrong = source(tmp_path, WRONG)
    raddle("record", wrong, "-o", tmp_path / "wrong.rdl")
    wrong.write_text("// a line more\n" + wrong.read_text())
    told = raddle("explain", tmp_path / "wrong.rdl", "--no-contrast")
    assert told.status == 0, told.err
    assert "test.c:11: total == 4 fails: total is 3" in words_of(told.out)
    assert "total += i" not in told.out and "for (int i" not in told.out and "(read total, " in told.out
    assert "- test.c has changed since the program was built: its lines are not shown" in told.out


def test_a_recording_that_failed_is_explained_as_it_is(tmp_path: Path) -> None:
    raddle("record", source(tmp_path, WRONG), "-o", tmp_path / "wrong.rdl")
    told = raddle("explain", tmp_path / "wrong.rdl", "--no-contrast")
    assert told.status == 0, told.err
    assert "sequential bug" in told.out
    assert "total += i;" in told.out and "fails: total is 3" in told.out


def test_what_cannot_be_explained_is_refused_by_name(bank: tuple[Path, Said], tmp_path: Path) -> None:
    passing = source(tmp_path, "int main(void)\n{\n    return 0;\n}\n")
    raddle("record", passing, "-o", tmp_path / "fine.rdl")
    for target, complaint in (
        (passing, "neither a witness nor a recording"),
        (tmp_path / "fine.rdl", "this run did not fail: it ended with exit 0"),
        (tmp_path / "gone", "cannot be read"),
    ):
        told = raddle("explain", target)
        assert told.status == 2 and complaint in told.err
    assert "raddle check PROGRAM looks for a run that fails" in raddle("explain", passing).err
    told = raddle("explain", bank[0], "--detail", "everything")
    assert told.status == 2 and "no detail 'everything'" in told.err


def test_a_program_that_has_changed_is_refused(bank: tuple[Path, Said], tmp_path: Path) -> None:
    witness = tmp_path / "old.witness"
    lines = bank[0].read_text().splitlines()
    witness.write_text("\n".join(f"sha256: {'0' * 64}" if line.startswith("sha256") else line for line in lines))
    told = raddle("explain", witness, "--trust")
    assert told.status == 2 and "the program has changed since the witness was written" in told.err


def test_a_failure_that_does_not_come_again_is_inconclusive(bank: tuple[Path, Said], tmp_path: Path) -> None:
    witness = tmp_path / "other.witness"
    witness.write_text(bank[0].read_text().replace("expect: assert line 41", "expect: deadlock"))
    told = raddle("explain", witness)
    assert told.status == 3 and "the failure did not come again: expected deadlock, seen assert line 41" in told.err


def test_no_time_is_no_answer(bank: tuple[Path, Said]) -> None:
    told = raddle("explain", bank[0], "--no-contrast", "--budget", "0.000001")
    assert told.status == 3, told.out
