"""Witnesses and recordings that somebody else wrote run nothing by themselves; one's own go on working in silence."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import Said, check_assertions, raddle, source

LOST = """#include <assert.h>
int x;
static void *add(void *unused) { int now = x; x = now + 1; return unused; }
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, add, 0);
    add(0);
    pthread_join(other, 0);
    assert(x == 2);
}
"""

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.fixture
def witness(tmp_path: Path) -> Path:
    assert check_assertions(source(tmp_path, LOST), cwd=tmp_path).status == Exit.FINDING
    [found] = tmp_path.glob("*.witness")
    return found


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    said = raddle("record", source(tmp_path, LOST), "--before", f"touch {tmp_path}/ran", "-o", "r.rdl", cwd=tmp_path)
    assert said.status == 0
    (tmp_path / "ran").unlink()
    return tmp_path / "r.rdl"


def stranger(folder: Path) -> dict[str, str]:
    """The surroundings of somebody with another secret, and the same compiled parts."""
    (folder / "elsewhere").mkdir(exist_ok=True)
    return {"RADDLE_CACHE": str(folder / "elsewhere")}


def with_line(witness: Path, line: str) -> Path:
    """The same, with a line that its writer did not write."""
    changed = witness.with_suffix(".changed")
    changed.write_text(witness.read_text() + line + "\n")
    return changed


def assert_refused(said: Said, *words: str) -> None:
    assert said.status == Exit.USER_ERROR, said.err
    assert "not written by you on this machine" in said.err and "--trust runs that" in said.err
    for word in words:
        assert word in said.err


def test_ones_own_witness_is_run_without_a_word(witness: Path) -> None:
    said = raddle("replay", witness)
    assert said.status == 0 and "yours" not in said.err and "trust" not in said.err


@pytest.mark.parametrize("command", [("replay",), ("explain",), ("diagnose",), ("repair",)])
def test_a_command_that_was_put_into_a_witness_is_not_run(witness: Path, command: tuple[str, ...]) -> None:
    ran = witness.parent / "ran"
    changed = with_line(witness, f'before: "touch {ran}"')
    assert_refused(raddle(*command, changed, cwd=witness.parent), f"touch {ran}")
    assert not ran.exists()


def test_check_fix_runs_nothing_of_a_witness_that_was_changed(witness: Path) -> None:
    ran = witness.parent / "ran"
    changed = with_line(witness, f'before: "touch {ran}"')
    (witness.parent / "x.diff").write_text("")
    assert_refused(raddle("check-fix", changed, "--patch", "x.diff", cwd=witness.parent), f"touch {ran}")
    assert not ran.exists()


@pytest.mark.parametrize("line", ['environment: "LD_PRELOAD=/tmp/evil.so"', 'argument: "--more"'])
def test_variables_and_arguments_that_were_put_into_a_witness_are_not_used(witness: Path, line: str) -> None:
    assert_refused(raddle("replay", with_line(witness, line)), line.split('"')[1])


@pytest.mark.parametrize("program", ["/bin/sh", "../../bin/sh"])
def test_the_program_of_a_witness_is_not_run_unless_it_is_ones_own(witness: Path, program: str) -> None:
    lines = [line for line in witness.read_text().splitlines() if not line.startswith("program:")]
    forged = witness.with_suffix(".forged")
    forged.write_text("\n".join([lines[0], f'program: "{program}"', *lines[1:], ""]))
    assert_refused(raddle("replay", forged), program)


def test_a_witness_from_another_machine_is_not_run(witness: Path) -> None:
    assert_refused(raddle("replay", witness, env=stranger(witness.parent)))


def test_a_witness_without_a_mark_is_not_run_and_runs_when_it_is_trusted(witness: Path) -> None:
    lines = [line for line in witness.read_text().splitlines() if not line.startswith("mark:")]
    witness.write_text("\n".join([*lines, ""]))
    assert_refused(raddle("replay", witness))
    said = raddle("replay", witness, "--trust")
    assert said.status == 0 and "is not yours, and is trusted: it runs `" in said.err


def test_what_is_trusted_is_shown_and_run(witness: Path) -> None:
    ran = witness.parent / "ran"
    said = raddle("replay", with_line(witness, f'before: "touch {ran}"'), "--trust")
    assert said.status == 0 and f"before each run `touch {ran}`" in said.err
    assert ran.exists()


def test_ones_own_program_gets_of_a_strangers_file_only_what_is_harmless(witness: Path) -> None:
    ran = witness.parent / "ran"
    changed = with_line(witness, f'before: "touch {ran}"\nenvironment: "TZ=UTC"\nenvironment: "LD_PRELOAD=evil.so"')
    own = next(line for line in witness.read_text().splitlines() if line.startswith("program:")).split('"')[1]
    said = raddle("replay", changed, "--program", own)
    assert said.status == 0, said.err
    assert "is left out" in said.err and "LD_PRELOAD=evil.so" in said.err and "TZ" not in said.err
    assert not ran.exists()


def test_the_folder_of_a_strangers_file_is_shown_and_left_out(witness: Path, tmp_path: Path) -> None:
    lines = [line for line in witness.read_text().splitlines() if not line.startswith("folder:")]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    witness.write_text("\n".join([lines[0], f'folder: "{elsewhere}"', *lines[1:], ""]))
    assert_refused(raddle("replay", witness), f"in {elsewhere}")
    own = next(line for line in lines if line.startswith("program:")).split('"')[1]
    said = raddle("replay", witness, "--program", own, cwd=tmp_path)
    assert said.status == 0 and f"the folder {elsewhere}" in said.err, said.err


def test_where_a_strangers_schedule_cannot_be_followed_that_may_be_his_machine(witness: Path) -> None:
    lines = [line for line in witness.read_text().splitlines() if not line.startswith(("mark:", "schedule:"))]
    witness.write_text("\n".join([*lines, "schedule: main:9999", ""]))
    said = raddle("replay", witness, "--trust")
    assert "diverged (cause: world)" in said.err and "or on another machine: libraries that are not" in said.err


@pytest.mark.parametrize("command", ["replay", "check", "diagnose", "repair"])
def test_a_recording_of_somebody_else_runs_nothing(recording: Path, command: str) -> None:
    said = raddle(command, recording, env=stranger(recording.parent), cwd=recording.parent)
    assert_refused(said, f"touch {recording.parent}/ran")
    assert not (recording.parent / "ran").exists()


def test_ones_own_recording_is_checked_and_its_command_run(recording: Path) -> None:
    said = raddle("check", "--property", "assertions", recording, cwd=recording.parent)
    assert said.status == Exit.FINDING and "before each run" in said.err
    assert (recording.parent / "ran").exists()


def test_a_recording_of_somebody_else_is_shown(recording: Path) -> None:
    said = raddle("show", recording, env=stranger(recording.parent))
    assert said.status == 0 and "main.1" in said.out
    assert not (recording.parent / "ran").exists()


def test_a_witness_of_ones_own_recording_is_ones_own(recording: Path) -> None:
    text = raddle("show", recording, "--witness").out
    (recording.parent / "shown.witness").write_text(text)
    assert raddle("replay", recording.parent / "shown.witness").status == 0
