"""The words of a command line: who gets which, and what a value may be."""

from collections.abc import Callable

import pytest

from raddle import options
from raddle.base.errors import UserError
from raddle.options.budget import NAMES, VARIABLE
from raddle.options.parser import Parser


def test_words_of_record_go_where_they_belong() -> None:
    line = "a.c -I inc -DX=1 -o r.rdl b.c -lm -O2 --seed 3 --run-timeout=5 -std=c11 -- -o x"
    words = options.sort_words(line.split(), options.record_parser())
    assert words.ours == ["-o", "r.rdl", "--seed", "3", "--run-timeout=5"]
    assert words.files == ["a.c", "b.c"]
    assert words.flags == ["-I", "inc", "-DX=1", "-lm", "-O2", "-std=c11"]
    assert words.arguments == ["-o", "x"]


@pytest.mark.parametrize(("text", "size"), [("1M", 1 << 20), ("2g", 2 << 30), ("5MiB", 5 << 20), ("1048576", 1 << 20)])
def test_sizes_have_units(text: str, size: int) -> None:
    assert options.record_parser().parse_args(["--max-size", text]).max_size == size


DECIDING = [
    options.check_parser,
    options.verify_parser,
    options.diagnose_parser,
    options.repair_parser,
    options.explain_parser,
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("parser", DECIDING)
def test_the_budget_has_one_meaning_by_all_its_names(parser: Callable[[], Parser], name: str) -> None:
    words = [name, "7", *(["x.witness"] if parser is options.explain_parser else [])]
    chosen = parser().parse_args(words)
    assert chosen.budget == 7
    assert options.ends_at(chosen, begun=100.0) == 107


def test_the_budget_of_a_command_is_that_of_the_environment_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "12.5")
    assert options.check_parser().parse_args([]).budget == options.verify_parser().parse_args([]).budget == 12.5
    assert options.check_parser().parse_args(["--budget", "3"]).budget == 3
    monkeypatch.delenv(VARIABLE)
    assert options.check_parser().parse_args([]).budget == 60
    assert options.verify_parser().parse_args([]).budget == 300
    assert options.explain_parser().parse_args(["x.witness"]).budget is None
    monkeypatch.setenv(VARIABLE, "soon")
    with pytest.raises(UserError, match=f"{VARIABLE}: not a number of seconds: soon"):
        options.check_parser()
