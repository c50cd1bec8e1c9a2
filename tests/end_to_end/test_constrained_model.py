"""`check --model concrete` (the predictive analysis paper, section 6) through the real command: C programs, recordings
and trace programs."""

from pathlib import Path

import pytest

from tests.support.command import Said, raddle

TESTS = Path(__file__).parents[1]
SAYS = "every value that is read or written is that of the observed run"

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def concrete(target: Path, folder: Path) -> Said:
    words = ("--model", "concrete", "--property", "assertions")
    return raddle("check", target, *words, "--witnesses", folder, cwd=folder)


@pytest.mark.parametrize("form", ["predict/seed1_{}.c", "figures/seed1_{}.ctp"])
@pytest.mark.parametrize(("name", "status"), [("figure1", 0), ("section6", 1)])
def test_the_error_of_figure_1_is_not_predicted_and_that_of_section_6_is(
    form: str, name: str, status: int, tmp_path: Path
) -> None:
    said = concrete(TESTS / form.format(name), tmp_path)
    assert said.status == status, said
    assert SAYS in " ".join(said.out.split())
    assert ("assertion can fail" in said.out) is (status == 1)
    assert ("CONFIRMED" in said.out) is (status == 1 and form.endswith(".c"))


def test_a_recording_can_be_taken_either_way(tmp_path: Path) -> None:
    kept = tmp_path / "kept.rdl"
    assert raddle("record", TESTS / "predict" / "seed1_figure1.c", "-o", kept, cwd=tmp_path).status == 0
    assert concrete(kept, tmp_path).status == 0
    symbolic = raddle("check", kept, "--property", "assertions", cwd=tmp_path)
    assert symbolic.status == 1
    assert SAYS not in " ".join(symbolic.out.split())


def test_a_trace_program_without_a_run_has_no_constrained_model(tmp_path: Path) -> None:
    path = tmp_path / "t.ctp"
    path.write_text("shared x = 0\nthread T\n assert(x == 0)\n")
    said = concrete(path, tmp_path)
    assert said.status == 2
    assert "no observed run" in said.err
