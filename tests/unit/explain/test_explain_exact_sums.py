"""What C takes for granted of one sum says nothing about another one."""

from pathlib import Path

import pytest

from raddle.explain.detail import DATA
from raddle.explain.slicing.slicer import Slicer
from raddle.papers.error_invariants.rechecked import recheck
from tests.support.recorded_runs import failing_run

LEAST_TAKEN = """
    #include <assert.h>
    #include <limits.h>
    int x;
    int main(int argc, char **argv) {
        x = argc + INT_MIN + 4;
        assert(x - INT_MIN > 100);
    }
"""
WRAPS_FURTHER = """
    #include <assert.h>
    int g;
    int main(int argc, char **argv) {
        int x = argc;
        g = x;
        int y = g;
        int t = (int)((unsigned)(y + 2) + 3u);
        assert(t < 5);
    }
"""


@pytest.mark.compiler
@pytest.mark.parametrize(("text", "lines"), [(LEAST_TAKEN, {5, 6}), (WRAPS_FURTHER, {5, 6, 7})])
def test_the_slice_is_a_proof(tmp_path: Path, text: str, lines: set[int]) -> None:
    run = failing_run(tmp_path, text)
    sliced = Slicer(run).of(DATA)
    assert recheck(run, sliced) == []
    places = [run.wording.place(run.steps[number]) for number in sliced.kept]
    assert {place.line for place in places if place is not None} == lines
