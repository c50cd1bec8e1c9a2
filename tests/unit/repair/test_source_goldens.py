"""Fixes written as edits of a user's text: each golden is a fix, the files, and the diff."""

from pathlib import Path

import pytest

from raddle.repair.fixes import Refused
from raddle.repair.source.diffs import applied
from tests.support.edited import complaints, put, read, unbalanced

GOLDENS = sorted((Path(__file__).parents[2] / "goldens" / "source").glob("*.txt"))


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
def test_what_comes_out_compiles_without_warnings_and_keeps_no_lock(tmp_path: Path) -> None:
    sources = []
    for golden in GOLDENS:
        edited = read(golden)
        after = edited.after()
        if not isinstance(after, Refused):
            sources += put({**edited.texts, **after}, tmp_path / golden.stem)
    assert len(sources) > len(GOLDENS) / 2
    assert complaints(sources) == ""
    assert unbalanced([source for source in sources if source.suffix == ".c"], tmp_path) == ""
