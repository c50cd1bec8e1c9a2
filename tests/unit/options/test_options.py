"""The words of a command line: who gets which, and what a value may be."""

import pytest

from raddle import options


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
