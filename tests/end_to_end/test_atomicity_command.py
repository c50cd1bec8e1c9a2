"""`check` on blocks that are to be atomic: how they are named, what is said, what sets the exit status, and replays."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Said, raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

BANK = """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int balance = 100;
int get(void) { pthread_mutex_lock(&m); int now = balance; pthread_mutex_unlock(&m); return now; }
void set(int to) { pthread_mutex_lock(&m); balance = to; pthread_mutex_unlock(&m); }
void withdraw(int amount) {
    int now = get();
    set(now - amount);
}
void close_account(void) { set(0); }
void *thirty(void *arg) { withdraw(30); return arg; }
void *twenty(void *arg) { withdraw(20); return arg; }
int main(int count, char **words) {
    pthread_t t, u;
    if (count > 1) close_account();
    pthread_create(&t, NULL, thirty, NULL);
    pthread_create(&u, NULL, twenty, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
"""
"""get is line 7, set line 8, withdraw lines 9 to 12."""
WHOLE = BANK.replace("int now = get();", "pthread_mutex_lock(&m); int now = balance;").replace(
    "set(now - amount);", "balance = now - amount; pthread_mutex_unlock(&m);"
)
IN_TURNS = """#include <semaphore.h>
sem_t read_it, changed_it;
int x;
void *inside(void *arg) {
    int seen = x;
    sem_post(&read_it);
    sem_wait(&changed_it);
    x = seen + 1;
    return arg;
}
void *outside(void *arg) {
    sem_wait(&read_it);
    x = 5;
    sem_post(&changed_it);
    return arg;
}
int main(void) {
    pthread_t t, u;
    sem_init(&read_it, 0, 0);
    sem_init(&changed_it, 0, 0);
    pthread_create(&t, NULL, inside, NULL);
    pthread_create(&u, NULL, outside, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
"""
"""Every run of it tears the function `inside`: lines 8, 16, 11."""
ACCOUNT = """#include <mutex>
#include <thread>
#include <raddle.h>
class Account {
    std::mutex guard;
    int balance = 100;
public:
    int get() { std::lock_guard hold(guard); return balance; }
    void set(int to) { std::lock_guard hold(guard); balance = to; }
    void withdraw(int amount) { set(get() - amount); }
    void deposit(int amount) { RADDLE_ATOMIC; set(get() + amount); }
};
int main() {
    Account account;
    std::thread other([&] { account.deposit(20); });
    account.withdraw(30);
    other.join();
}
"""


def checked(folder: Path, text: str, *words: str | Path, name: str = "test.c") -> Said:
    return raddle("check", source(folder, text, name), *words, cwd=folder)


def findings(folder: Path, text: str, *words: str | Path, name: str = "test.c") -> list[dict[str, Any]]:
    said = checked(folder, text, "--format", "json", *words, name=name)
    assert said.status == 1, said.out + said.err
    found: list[dict[str, Any]] = json.loads(said.out)["findings"]
    return found


def lines(finding: dict[str, Any]) -> list[int]:
    return [access["line"] for access in finding["accesses"]]


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder with the witnesses, and the report."""
    folder = tmp_path_factory.mktemp("bank")
    said = checked(folder, BANK, "--atomic", "withdraw", "--baseline", "--format", "json")
    assert said.status == 1, said.out + said.err
    return folder, json.loads(said.out)


def test_a_block_of_two_critical_sections_is_torn_and_its_witness_tears_it_again(
    bank: tuple[Path, dict[str, Any]],
) -> None:
    folder, found = bank[0], bank[1]["findings"]
    assert {finding["kind"] for finding in found} == {"atomicity"}
    assert all(finding["status"] == "confirmed" and finding["block"]["name"] == "withdraw" for finding in found)
    first = found[0]
    assert lines(first) == [7, 8, 8, 8] and first["pattern"] == "lost update" and first["memory"] == "balance"
    assert [access["locks"] for access in first["accesses"]] == [["m"]] * 4
    assert first["witness"] == "test.atomicity.line7.line8.witness"
    for finding in found:
        again = raddle("replay", folder / finding["witness"], cwd=folder)
        assert again.status == 0 and "replayed: atomicity main." in again.err


def test_a_witness_that_names_other_accesses_is_not_reached(tmp_path: Path, bank: tuple[Path, dict[str, Any]]) -> None:
    text = (bank[0] / bank[1]["findings"][0]["witness"]).read_text()
    (expected,) = re.findall(r"expect: atomicity (\S+)@(\d+) .*", text)
    witness = tmp_path / "other.witness"
    witness.write_text(text.replace(f"atomicity {expected[0]}@{expected[1]} ", f"atomicity {expected[0]}@0 "))
    said = raddle("replay", witness, cwd=tmp_path)
    assert said.status == 3 and "not reached: expected atomicity" in said.err


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_gdb_stops_before_the_last_access_of_the_block(bank: tuple[Path, dict[str, Any]]) -> None:
    folder, witness = bank[0], bank[0] / bank[1]["findings"][0]["witness"]
    said = raddle("replay", "--gdb", witness, "--", "-batch", "-ex", "bt", cwd=folder)
    assert said.status == 0 and "replayed: atomicity" in said.err
    frames = [line for line in said.out.splitlines() if re.match(r"#\d+ ", line)]
    assert any(" in set " in line for line in frames) and any(" in withdraw " in line for line in frames)


def test_the_report_draws_the_two_threads(tmp_path: Path) -> None:
    said = checked(tmp_path, BANK, "--atomic", "withdraw", "--property", "atomicity", "--baseline")
    assert said.status == 1 and "triples of accesses" in said.out
    assert "withdraw is not atomic: balance" in said.out and "lost update: " in said.out
    assert re.search(r"main\.\d in withdraw +\| main\.\d in withdraw\n", said.out)
    assert "CONFIRMED: in a replay of the real program" in said.out and "atomicity violation" in said.out


def test_without_a_word_about_blocks_nothing_is_said_about_them(tmp_path: Path) -> None:
    said = checked(tmp_path, BANK)
    assert said.status == 0 and "block" not in said.out and "atomic" not in said.out


def test_lines_can_be_named_too(tmp_path: Path) -> None:
    found = findings(tmp_path, BANK, "--atomic", "test.c:10-11")
    assert found[0]["block"]["name"] == "test.c:10-11" and lines(found[0]) == [7, 8, 8, 8]


@pytest.mark.parametrize(
    "text",
    [
        "#include <raddle.h>" + BANK.replace("int now = get();", "RADDLE_ATOMIC; int now = get();"),
        "#include <raddle.h>"
        + BANK.replace("int now = get();", "RADDLE_ATOMIC_BEGIN(); int now = get();").replace(
            "set(now - amount);", "set(now - amount); RADDLE_ATOMIC_END();"
        ),
        BANK.replace("void withdraw", '__attribute__((annotate("atomic"))) void withdraw'),
    ],
    ids=["scope", "begin and end", "annotation"],
)
def test_the_source_can_declare_blocks_itself(tmp_path: Path, text: str) -> None:
    assert lines(findings(tmp_path, text)[0]) == [7, 8, 8, 8]


def test_a_block_that_holds_its_lock_throughout_is_not_torn(tmp_path: Path) -> None:
    said = checked(tmp_path, WHOLE, "--atomic", "withdraw")
    assert said.status == 0
    assert "No interleaving of the recorded paths tears a block (1 block, 2 executions)." in said.out


def test_a_given_run_that_tears_a_block_itself_is_said_to(tmp_path: Path) -> None:
    found = findings(tmp_path, IN_TURNS, "--atomic", "inside", "--property", "atomicity")
    assert [lines(finding) for finding in found] == [[8, 16, 16, 11]] and found[0]["observed"]
    assert raddle("replay", tmp_path / found[0]["witness"], cwd=tmp_path).status == 0


def test_a_recording_is_asked_about_blocks_without_being_made_again(tmp_path: Path) -> None:
    recorded = raddle("record", source(tmp_path, BANK), "-o", "run.rdl", cwd=tmp_path)
    assert recorded.status == 0
    said = raddle("check", "run.rdl", "--atomic", "withdraw", "--format", "json", cwd=tmp_path)
    assert said.status == 1 and lines(json.loads(said.out)["findings"][0]) == [7, 8, 8, 8]


@pytest.mark.parametrize(
    ("word", "said"),
    [("withdrew", "withdraw"), ("test.c:900-910", "test.c:900-910"), ("other.c:1-2", "other.c"), ("test.c:9-3", "9-3")],
)
def test_what_is_not_in_the_program_is_the_users_error(tmp_path: Path, word: str, said: str) -> None:
    complaint = checked(tmp_path, BANK, "--atomic", word)
    assert complaint.status == 2 and said in complaint.err and not complaint.out


def test_a_block_that_was_not_executed_is_a_note(tmp_path: Path) -> None:
    said = checked(tmp_path, BANK, "--atomic", "close_account")
    assert said.status == 0 and "tears a block" not in said.out
    assert re.search(r"- close_account was not\s+executed", said.out)


def test_blocks_that_nobody_declared_are_notes_and_never_the_exit_status(tmp_path: Path) -> None:
    said = checked(tmp_path, BANK, "--infer-atomic")
    assert said.status == 0 and "is not atomic" not in said.out
    assert re.search(r"- withdraw \(.*test\.c:\d+\) may be meant to be\s+atomic, and is not", said.out)


def test_the_baseline_says_what_locks_alone_would_leave(tmp_path: Path, bank: tuple[Path, dict[str, Any]]) -> None:
    counts = bank[1]["stats"]["baseline"]
    assert counts["regions"] == 2 and counts["orig_pavs"] >= counts["hb_pavs"] >= counts["baseline"] > 0
    assert 0 < counts["sym_avs"] <= counts["baseline"]
    whole = json.loads(checked(tmp_path, WHOLE, "--atomic", "withdraw", "--baseline", "--format", "json").out)
    counts = whole["stats"]["baseline"]
    assert counts["orig_pavs"] > 0 and counts["baseline"] == counts["sym_avs"] == 0


def test_what_is_answered_for_does_not_count(tmp_path: Path) -> None:
    entry = '[[suppress]]\nkind = "atomicity"\nplace = "test.c:set"\nreason = "the bank closes at noon"\n'
    (tmp_path / "raddle.toml").write_text(entry)
    said = checked(tmp_path, BANK, "--atomic", "withdraw")
    assert said.status == 0 and re.search(r"\d suppressed: \d atomicity violation", said.out)


def test_methods_of_classes_can_be_blocks(tmp_path: Path) -> None:
    words = ("--property", "atomicity", "--atomic", "Account::withdraw")
    found = findings(tmp_path, ACCOUNT, *words, name="test.cpp")
    assert lines(found[0]) == [11, 12, 12, 12] and found[0]["status"] == "confirmed"
    names = {finding["block"]["name"] for finding in found} | {finding["other_block"]["name"] for finding in found}
    assert names == {"Account::withdraw", "a block of Account::deposit"}


TRACE = """shared x = 0

thread one
  atomic {
    a := x
    x := a + 1
  }

thread two
  b := x
  assume(b >= 0)
  x := 5
"""


def test_blocks_of_trace_programs_are_predicted(tmp_path: Path) -> None:
    (tmp_path / "torn.ctp").write_text(TRACE)
    said = raddle("check", tmp_path / "torn.ctp", "--property", "atomicity", "--format", "json")
    (finding,) = json.loads(said.out)["findings"]
    assert said.status == 1 and (finding["status"], finding["pattern"]) == ("predicted", "lost update")
    assert lines(finding) == [5, 12, 12, 6]
    (tmp_path / "whole.ctp").write_text(TRACE.replace("b >= 0", "b > 0"))
    said = raddle("check", tmp_path / "whole.ctp", "--property", "atomicity")
    assert said.status == 0 and "tears a block (1 block, 1 execution)" in said.out
    said = raddle("check", tmp_path / "torn.ctp", "--atomic", "one")
    assert said.status == 2 and "--atomic" in said.err


def test_blocks_of_std_traces_are_predicted(tmp_path: Path) -> None:
    trace = ["T0|fork(T1)|1", "T0|begin(b)|2", "T0|r(x)|3", "T0|w(x)|4", "T0|end(b)|5", "T1|w(x)|6", "T0|join(T1)|7"]
    (tmp_path / "torn.std").write_text("\n".join(trace) + "\n")
    said = raddle("check", tmp_path / "torn.std", "--property", "atomicity", "--format", "json")
    (finding,) = json.loads(said.out)["findings"]
    assert said.status == 1 and lines(finding) == [3, 6, 6, 4] and finding["schedule"]
