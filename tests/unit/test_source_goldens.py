"""Fixes written as edits of a user's text: each golden is a fix, the files, and the diff."""

from pathlib import Path

import pytest
from tests.support.edited import complaints, read

from raddle.repair.fixes import Refused
from raddle.repair.source.diffs import applied

GOLDENS = sorted((Path(__file__).parents[1] / "goldens" / "source").glob("*.txt"))


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_a_fix_changes_what_it_must_and_nothing_else(golden: Path) -> None:
    edited = read(golden)
    assert edited.shown() == edited.expected


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_its_diff_applied_gives_the_same_text(golden: Path) -> None:
    edited = read(golden)
    after = edited.after()
    if not isinstance(after, Refused):
        assert applied(edited.expected.replace("^M\n", "\r\n"), edited.texts) == {**edited.texts, **after}


@pytest.mark.compiler
@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_what_comes_out_compiles_without_warnings(golden: Path, tmp_path: Path) -> None:
    edited = read(golden)
    after = edited.after()
    if not isinstance(after, Refused):
        assert complaints({**edited.texts, **after}, tmp_path) == ""
