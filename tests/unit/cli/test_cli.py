"""The command line: one message with the right status for everything that cannot be used."""

import subprocess
from pathlib import Path

import pytest

from raddle import cli
from raddle.base.errors import InternalError, ToolError
from raddle.base.exits import Exit
from raddle.base.process import Interrupted
from raddle.base.time_limit import TimeIsOver
from raddle.base.trace_format import trace_format
from tests.support.command import COMMAND, ENVIRONMENT


def complaint(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    status = cli.main(list(words))
    out, err = capfd.readouterr()
    assert status == Exit.USER_ERROR
    assert out == ""
    assert "Traceback" not in err
    assert err.startswith("raddle: ")
    return err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["record"], "nothing to run"),
        (["record", "none.c"], "none.c: no such file"),
        (["record", "x.cpp"], "x.cpp: no such file"),
        (["record", "none.c", "--max-size", "1X"], "not a size"),
        (["record", "none.c", "--max-size", "9K"], "at least 1M"),
        (["record", "./none"], "cannot be read"),
        (["record", "./a", "./b"], "more than one program"),
        (["record", "/bin/sh", "-O2"], "takes no compiler flags"),
        (["record", "/bin/sh"], "not built with raddle"),
        (["record", "none.c", "--seed", "x"], "not a number: x"),
        (["record", "none.c", "--run-timeout", "-1"], "not a number of seconds"),
        (["record", "none.c", "--timeout", "5"], "--run-timeout S ends the run"),
        (["replay", "none.rdl", "--budget", "5"], "--run-timeout S ends the run"),
        (["check", "none.c", "--budget", "0"], "not a number of seconds"),
        (["check", "none.c", "--timeout", "x"], "not a number of seconds"),
        (["record", "none.c", "--nondet", "1,a"], "not numbers with commas"),
        (["show"], "required: recording"),
        (["show", "none.rdl"], "no such file"),
        (["replay", "none.rdl"], "cannot be read"),
        (["replay", "/bin/sh"], "not built with raddle"),
        (["replay", "/bin/sh", "--schedule", "mian:3"], "schedule"),
        (["replay", "/bin/sh", "--times", "0"], "at least 1"),
        (["check"], "nothing to run"),
        (["diagnosis"], "no command is called diagnosis"),
        (["diagnose"], "nothing to run"),
        (["diagnose", "none.c"], "none.c: no such file"),
        (["diagnose", "none.c", "--svg", "none/x.svg"], "none: no such folder"),
        (["diagnose", "none.witness"], "cannot be read"),
        (["repair", "none.c", "--patches", "/dev/null/x"], "/dev/null/x: no folder can be made there"),
        (["repair", "/bin/sh"], "not built with raddle"),
        (["check-fix", "none.witness"], "one of the arguments --patch --tree is required"),
        (["check-fix", "none.witness", "--patch", "x.diff", "--build", "make"], "--build goes with --tree"),
        (["check-fix", "none.witness", "--patch", "x.diff"], "no such file"),
    ],
)
def test_what_cannot_be_used_is_one_message(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in complaint(capfd, *words)


def test_nothing_at_all_shows_the_commands(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == Exit.USER_ERROR
    assert "record" in capfd.readouterr().out


def test_help_and_version_are_no_errors(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert cli.main(["--version"]) == 0
    assert "raddle 0" in capfd.readouterr().out


WITNESS = b"raddle-witness: 2\n"
RECORDING = trace_format()["RD_MAGIC"].to_bytes(8, "little")


@pytest.mark.parametrize("command", ["diagnose", "repair"])
@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        (WITNESS, "--keep x.rdl"),
        (WITNESS, "--nondet 1"),
        (WITNESS, "--nondet-seed 0"),
        (WITNESS, "--events 5"),
        (WITNESS, "--spurious"),
        (WITNESS, "-DX -- 1"),
        (RECORDING, "--keep x.rdl --spurious"),
        (RECORDING, "--before true"),
        (RECORDING, "--stdin"),
    ],
)
def test_what_a_given_run_has_of_its_own_cannot_be_given(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str, kind: bytes, typed: str
) -> None:
    (tmp_path / "run").write_bytes(kind)
    names = " ".join(word for word in typed.split() if word.startswith("--") and word != "--") or "-DX 1"
    said = complaint(capfd, command, str(tmp_path / "run"), *typed.split())
    assert f"run: it has its own program, inputs and schedule: {names} cannot be given" in said


def test_what_a_witness_may_be_given_instead_of_its_own_is_not_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "run").write_bytes(WITNESS)
    words = ("--before", "true", "--seed", "3", "--max-size", "2M", "--run-timeout", "5")
    assert "cannot be given" not in complaint(capfd, "repair", str(tmp_path / "run"), *words)


@pytest.mark.parametrize("command", ["diagnose", "repair"])
def test_what_is_run_has_our_standard_input_without_being_asked(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    (tmp_path / "x.c").write_text("int main(void) { return 0; }\n")
    said = complaint(capfd, command, str(tmp_path / "x.c"), "--stdin")
    assert "--stdin is for a witness" in said


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ToolError("it failed"), 3),
        (TimeIsOver(), 3),
        (InternalError("cannot be"), 4),
        (KeyboardInterrupt(), 130),
        (Interrupted(15), 143),
    ],
)
def test_each_kind_of_trouble_has_its_status(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: BaseException, status: int
) -> None:
    def fail(words: list[str], begun: float) -> int:
        raise error

    monkeypatch.setattr(cli, "_dispatch", fail)
    assert cli.main(["show", "x"]) == status
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.compiler
def test_a_finding_is_one_also_when_nobody_reads_the_report(tmp_path: Path) -> None:
    figure = Path(__file__).parents[2] / "figures" / "seed1_figure1.ctp"
    command = [*COMMAND, "check", str(figure)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait() == Exit.FINDING
