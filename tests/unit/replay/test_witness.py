"""A witness says the same before and after it was a file."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raddle.base.errors import UserError
from raddle.base.own_mark import is_own
from raddle.base.segments import Input
from raddle.base.trace_format import trace_format
from raddle.replay.outcome import KINDS, Outcome, parse_outcome
from raddle.replay.schedule import parse_schedule
from raddle.replay.source import witness_of
from raddle.replay.witness import (
    VERSION,
    Witness,
    check_program,
    is_witness,
    load_witness,
    parse_witness,
    save_witness,
)
from raddle.replay.witness import spell_witness as spell
from raddle.trace.recording import load_recording
from tests.unit.replay.test_schedule import THREADS, schedules
from tests.unit.trace.test_recording_load import two_threads

TEXT = st.text(st.characters(blacklist_characters="\0"), max_size=20)
OUTCOMES = st.builds(Outcome, st.sampled_from(KINDS), st.sampled_from(["", "0", "line 31", "SIGSEGV"]))
NAMES = st.from_regex(r"[A-Z_]{1,8}", fullmatch=True)


@st.composite
def witnesses(draw: st.DrawFn) -> Witness:
    kinds = st.sampled_from(sorted(trace_format().family("RD_INPUT_")))
    inputs = st.lists(st.builds(Input, THREADS, kinds, st.integers(0, 2**64 - 1)), max_size=30)
    stdin = draw(st.none() | st.binary(max_size=300))
    return Witness(
        program=Path("/") / draw(st.from_regex(r"[a-z \n\"]{1,12}", fullmatch=True)),
        sha256=draw(st.from_regex(r"[0-9a-f]{64}", fullmatch=True)),
        schedule=draw(schedules()),
        expected=draw(OUTCOMES),
        arguments=tuple(draw(st.lists(TEXT, max_size=4))),
        environment=draw(st.dictionaries(NAMES, TEXT, max_size=3)),
        stdin=stdin,
        stdin_sha256=draw(st.none() | st.just("0" * 64)) if stdin is None else None,
        inputs=tuple(draw(inputs)),
        spurious=draw(st.booleans()),
        folder=draw(st.none() | st.from_regex(r"/[a-z \n\"]{1,12}", fullmatch=True)),
        mark=draw(st.none() | st.from_regex(r"[0-9a-f]{64}", fullmatch=True)),
    )


@given(witnesses())
def test_what_is_spelled_reads_back(witness: Witness) -> None:
    assert parse_witness(spell(witness), "w") == witness


def test_a_saved_witness_is_one(tmp_path: Path) -> None:
    witness = witness_of(load_recording(two_threads().write(tmp_path / "r.rdl")))
    save_witness(witness, tmp_path / "w")
    assert is_witness(tmp_path / "w")
    assert not is_witness(tmp_path / "r.rdl")
    saved = load_witness(tmp_path / "w")
    assert replace(saved, mark=None) == witness
    assert is_own(saved.commands, saved.mark)


SHORT = parse_schedule("main:1")


def test_a_large_input_is_kept_by_its_hash() -> None:
    text = spell(Witness(Path("/p"), "0" * 64, SHORT, Outcome("exit", "0"), stdin=b"x" * 100_000))
    read = parse_witness(text, "w")
    assert read.stdin is None
    assert read.stdin_sha256 is not None
    assert len(text) < 500


def test_a_changed_program_is_told_with_both_hashes() -> None:
    witness = Witness(Path("/p"), "a" * 64, SHORT, Outcome("exit", "0"))
    with pytest.raises(UserError, match=r"/p: the program has changed.*aaaa.*bbbb"):
        check_program(witness, "b" * 64)


GOOD = 'raddle-witness: 1\nprogram: "/p"\nsha256: ab\nschedule: main:1\nexpect: exit 0\n'


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("witness: 1", "witness: 9", "w:1: the witness has format 9"),
        ('"/p"', "/p", "w:2: this must be a string"),
        ("main:1", "main:x", "w:4: schedule:"),
        ("exit 0", "explosion", "w:5: no outcome"),
        ("sha256: ab\n", "", "the line `sha256: ...` is missing"),
        ("sha256: ab", "sha256: ab\nsha256: cd", "w:4: `sha256` is said twice"),
        ("sha256: ab", "sha256: ab\ncolour: red", "w:4: not a line of a witness"),
        ("sha256: ab", "sha256: ab\nstdin: !", "w:4: stdin is not base64"),
        ("sha256: ab", "sha256: ab\ninput: main 7", "w:4: this must be a thread"),
        ("sha256: ab", "sha256: ab\ninput:", "w:4: this must be a thread"),
    ],
)
def test_a_mistake_names_its_line(old: str, new: str, complaint: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_witness(GOOD.replace(old, new), "w")
    assert complaint in str(caught.value)


def test_witnesses_of_the_first_format_are_read_and_the_second_has_a_command() -> None:
    assert parse_witness(GOOD, "w").before is None
    text = GOOD.replace("witness: 1", "witness: 2").replace("schedule", 'before: "rm -f \\"a b\\""\nschedule')
    assert parse_witness(text, "w").before == 'rm -f "a b"'
    assert spell(parse_witness(text, "w")) == text.replace("witness: 2", f"witness: {VERSION}")


@given(st.lists(st.sampled_from([*GOOD.splitlines(), "stdin: x", "input: a b", "", ":", "x"]) | TEXT))
def test_any_lines_read_or_are_a_user_error(lines: list[str]) -> None:
    with suppress(UserError):
        parse_witness("\n".join(lines), "w")


@given(OUTCOMES)
def test_an_outcome_reads_back(outcome: Outcome) -> None:
    assert parse_outcome(str(outcome)) == outcome
