"""Reads that can see one write only: which order they force, and that nothing is forced where it is not."""

import pytest

from raddle.encode.forced_reads import forced_edges
from raddle.encode.index import Index
from raddle.model.text.parse import parse_ctp

DECLARED = "shared x = 0, y = 0\nlock m\n"


def labels(text: str) -> list[tuple[str, str]]:
    ctp = parse_ctp(DECLARED + text)
    return [(ctp.events[a].label, ctp.events[b].label) for a, b in forced_edges(ctp, Index(ctp).sections)]


def two(writer: str, reader: str, trace: str) -> str:
    return f"thread A\n{writer}\nthread B\n{reader}\ntrace {trace}"


WRITER = "a1: lock(m)\na2: x := 1\na3: unlock(m)"
READER = "b1: lock(m)\nb2: assume(x == 1)\nb3: y := 1\nb4: unlock(m)"


def test_the_end_of_the_writers_section_comes_before_what_follows_the_read() -> None:
    assert labels(two(WRITER, READER, "a1..a3 b1..b4")) == [("a3", "b3")]


def test_the_read_itself_may_be_next_before_that() -> None:
    must = Index(parse_ctp(DECLARED + two(WRITER, READER, "a1..a3 b1..b4"))).must
    by_label = {event.label: event.number for event in parse_ctp(DECLARED + two(WRITER, READER, "a1")).events}
    assert must(by_label["a2"], by_label["b3"])
    assert not must(by_label["a2"], by_label["b2"])


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        ("a1: x := 1", READER),  # racy: it comes before, but nothing orders it
        (WRITER, "b2: assume(x == 1)\nb3: y := 1"),
        (WRITER + "\na4: x := 1", READER),  # several write it
        (WRITER + "\na4: x := y + 1", READER),  # what is written is not known
        (WRITER, READER.replace("x == 1", "x > 0")),
        (WRITER, READER.replace("x == 1", "x == 1 || y == 0")),
        (WRITER.replace("x := 1", "x := 0"), READER.replace("x == 1", "x == 0")),  # it was there at first
        ("a1: lock(m)\na2: x := 1\na3: skip\n...", READER),
    ],
)
def test_otherwise_nothing_is_forced(writer: str, reader: str) -> None:
    last = [line.split(":")[0] for line in f"{writer}\n{reader}".splitlines() if ":" in line]
    held = "unlock" not in writer and "lock" in writer
    assert labels(two(writer, reader, " ".join(last[:3] if held else last))) == []


def test_an_acquiring_read_of_a_releasing_write_is_ordered_behind_it() -> None:
    writer, reader = "a1: y := 1\na2: x@release := 1", "b1: assume(x@acquire == 1)\nb2: y := 2"
    assert labels(two(writer, reader, "a1 a2 b1 b2")) == [("a2", "b2")]
    assert labels(two(writer, reader.replace("@acquire", "@relaxed"), "a1 a2 b1 b2")) == []


def test_without_an_observed_run_nothing_is_forced() -> None:
    ctp = parse_ctp(DECLARED + f"thread A\n{WRITER}\nthread B\n{READER}")
    assert list(forced_edges(ctp, Index(ctp).sections)) == []
