"""The command line: who gets which word, and one message with the right status for everything that cannot be used."""

from pathlib import Path

import pytest

from raddle import cli
from raddle.base.errors import InternalError, ToolError
from raddle.base.exits import Exit


def complaint(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    status = cli.main(list(words))
    out, err = capfd.readouterr()
    assert status == Exit.USER_ERROR
    assert out == ""
    assert "Traceback" not in err
    assert err.startswith("raddle: ")
    return err


def test_words_of_record_go_where_they_belong() -> None:
    line = "a.c -I inc -DX=1 -o r.rdl b.c -lm -O2 --seed 3 --timeout=5 -std=c11 -- -o x"
    words = cli._sort_words(line.split(), cli._record_parser())
    assert words.ours == ["-o", "r.rdl", "--seed", "3", "--timeout=5"]
    assert words.files == ["a.c", "b.c"]
    assert words.flags == ["-I", "inc", "-DX=1", "-lm", "-O2", "-std=c11"]
    assert words.arguments == ["-o", "x"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["record"], "nothing to run"),
        (["record", "none.c"], "none.c: no such file"),
        (["record", "x.cpp"], "C++ is not supported yet"),
        (["record", "./none"], "cannot be read"),
        (["record", "./a", "./b"], "more than one program"),
        (["record", "/bin/sh", "-O2"], "takes no compiler flags"),
        (["record", "/bin/sh"], "not built with raddle"),
        (["record", "none.c", "--seed", "x"], "not a number: x"),
        (["record", "none.c", "--timeout", "-1"], "not a number of seconds"),
        (["record", "none.c", "--nondet", "1,a"], "not numbers with commas"),
        (["show"], "required: recording"),
        (["show", "none.rdl"], "no such file"),
        (["replay", "none.rdl"], "cannot be read"),
        (["replay", "/bin/sh"], "not built with raddle"),
        (["replay", "/bin/sh", "--schedule", "mian:3"], "schedule"),
        (["replay", "/bin/sh", "--times", "0"], "at least 1"),
        (["check"], "nothing to run"),
        (["verify"], "no command is called verify"),
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


@pytest.mark.parametrize(
    ("error", "status"), [(ToolError("it failed"), 3), (InternalError("cannot be"), 4), (KeyboardInterrupt(), 130)]
)
def test_each_kind_of_trouble_has_its_status(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: BaseException, status: int
) -> None:
    def fail(words: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "_dispatch", fail)
    assert cli.main(["show", "x"]) == status
    assert "Traceback" not in capfd.readouterr().err
