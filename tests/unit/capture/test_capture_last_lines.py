"""What a report shows of a program's stderr: its last lines, few, short, and without what raddle and assert say."""

import json

from raddle.capture.last_lines import MOST_BYTES, MOST_LETTERS, MOST_LINES, last_lines


def test_the_last_lines_are_kept() -> None:
    written = "".join(f"line {number}\n" for number in range(100)).encode()
    assert last_lines(written) == tuple(f"line {number}" for number in range(100 - MOST_LINES, 100))


def test_what_the_runtime_and_assert_say_is_told_elsewhere() -> None:
    written = b"raddle: the schedule\nbank: bank.c:41: main: Assertion `balance == 200' failed.\n\nmine, raddle: too\n"
    assert last_lines(written) == ("mine, raddle: too",)


def test_a_terminal_obeys_none_of_it() -> None:
    assert last_lines(b"\x1b[2Jred\tx\xff") == ("?[2Jred x\N{REPLACEMENT CHARACTER}",)


def test_long_lines_are_cut_and_all_of_them_fit() -> None:
    assert last_lines(b"x" * 1000) == ("x" * MOST_LETTERS + "...",)
    kept = last_lines("\n".join("ü" * 1000 for _ in range(50)).encode())
    assert kept
    assert len(json.dumps(kept)) <= MOST_BYTES


def test_nothing_was_written() -> None:
    assert last_lines(b"") == ()
