"""`check` and `verify` on every program of tests/exits, whose first lines say what each comes to:

// CHECK bug | none       what `check --property exit` comes to; `none with --recorded`: other paths fail
// VERIFY bug | proved    what `verify` comes to
// FLAGS ...              given to both
The line at which the test can fail ends in // FAILS.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import raddle

FOLDER = Path(__file__).parents[1] / "exits"
PROGRAMS = sorted(FOLDER.glob("*.c"))
LOST = FOLDER / "returned_constant.c"

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def said(source: Path, word: str) -> list[str]:
    found = re.search(rf"^// {word} (.*)$", source.read_text(), re.MULTILINE)
    return found[1].split() if found else []


def fails(source: Path) -> list[int]:
    lines = source.read_text().splitlines()
    return [number for number, line in enumerate(lines, 1) if line.endswith("// FAILS")]


def asked(command: str, source: Path, folder: Path, *words: str) -> dict[str, Any]:
    done = raddle(command, source, *said(source, "FLAGS"), *words, "--no-explain", "--format", "json", cwd=folder)
    report: dict[str, Any] = json.loads(done.out)
    assert done.status == {"bug": 1, "none": 0, "proved": 0, "unknown": 3}[report["verdict"]]
    return report


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_check_finds_what_the_program_promises(source: Path, tmp_path: Path) -> None:
    found = asked("check", source, tmp_path, "--property", "exit", *said(source, "CHECK")[2:])
    assert found["verdict"] == said(source, "CHECK")[0]
    assert [one["line"] for one in found["findings"]] == (fails(source) if found["verdict"] == "bug" else [])
    assert all((one["kind"], one["status"]) == ("exit", "confirmed") for one in found["findings"])


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_verify_comes_to_what_the_program_promises(source: Path, tmp_path: Path) -> None:
    found = asked("verify", source, tmp_path)
    assert [found["verdict"]] == said(source, "VERIFY")
    assert [one["line"] for one in found["findings"]] == fails(source)


def test_other_paths_are_looked_at_where_the_recorded_ones_pass(tmp_path: Path) -> None:
    source = FOLDER / "counted_failures.c"
    found = asked("check", source, tmp_path, "--property", "exit")
    assert [(one["line"], one["kind"]) for one in found["findings"]] == [(*fails(source), "exit")]


def test_what_only_weak_memory_shows_is_not_said_to_be_proved_for_all_executions(tmp_path: Path) -> None:
    for words in (("--property", "exit"), ()):
        found = asked("check", FOLDER / "relaxed_flags.c", tmp_path, *words)
        assert "exit" in found["other_paths"]["proved"]
        assert found["other_paths"]["executions"] == "sequentially consistent"
    done = raddle("check", FOLDER / "relaxed_flags.c", "--no-explain", cwd=tmp_path)
    assert done.out.startswith("PROVED for all sequentially consistent executions under this input.\n")


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_first_run_that_fails_so_is_told_with_what_says_that_it_passes(command: str, tmp_path: Path) -> None:
    found = asked(command, FOLDER / "always_fails.c", tmp_path)
    assert [one["observed"] for one in found["findings"]] == [True]
    assert "if the test passes with that exit status, say so: --exit-status 0,5" in found["notes"]
    assert asked(command, FOLDER / "always_fails.c", tmp_path, "--exit-status", "0,5")["findings"] == []


def test_a_status_that_is_not_asked_about_is_no_failure(tmp_path: Path) -> None:
    for command in ("check", "verify"):
        found = asked(command, LOST, tmp_path, "--property", "assertions")
        assert found["findings"] == []


def test_the_witness_ends_with_that_status_every_time(tmp_path: Path) -> None:
    report = asked("check", LOST, tmp_path, "--property", "exit")
    witness = report["findings"][0]["witness"]
    assert "expect: exit 1" in (tmp_path / witness).read_text()
    replayed = raddle("replay", "--times", "3", tmp_path / witness, cwd=tmp_path)
    assert (replayed.status, "replayed: exit 1" in replayed.err) == (0, True)


def test_it_is_explained_diagnosed_and_repaired(tmp_path: Path) -> None:
    source = tmp_path / LOST.name
    source.write_text(LOST.read_text())
    witness = tmp_path / asked("check", source, tmp_path, "--property", "exit")["findings"][0]["witness"]
    explained = raddle("explain", witness, cwd=tmp_path)
    assert "exit status 1 because hits != 2: hits is 1" in explained.out
    assert "atomicity violation" in explained.out
    assert "COMPLETE: every interleaving that fails has this cause." in raddle("diagnose", witness, cwd=tmp_path).out
    (tmp_path / "patches").mkdir()
    repaired = raddle("repair", witness, "--patches", tmp_path / "patches", cwd=tmp_path)
    assert "the exit status passes" in " ".join(repaired.out.split())
    patch = sorted((tmp_path / "patches").iterdir())[0]
    assert raddle("check-fix", witness, "--patch", patch, cwd=tmp_path).status == 0


def test_a_fix_that_still_loses_hits_is_broken(tmp_path: Path) -> None:
    source, fixed = tmp_path / "a" / LOST.name, tmp_path / "b"
    source.parent.mkdir()
    fixed.mkdir()
    source.write_text(LOST.read_text())
    (fixed / LOST.name).write_text(LOST.read_text().replace("hits = before + 1", "hits = 1 + before"))
    witness = tmp_path / asked("check", source, tmp_path, "--property", "exit")["findings"][0]["witness"]
    assert raddle("check-fix", witness, "--tree", fixed, cwd=tmp_path).status == 1


@pytest.mark.parametrize("given", ["300", "-1", "zero", "0,,1"])
def test_what_is_no_status_is_said(given: str, tmp_path: Path) -> None:
    done = raddle("check", LOST, f"--exit-status={given}", cwd=tmp_path)
    assert done.status == 2
    assert "give numbers from 0 to 255" in done.err
