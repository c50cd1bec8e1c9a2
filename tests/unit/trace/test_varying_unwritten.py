"""What counts as written by nobody (trace/varying/unwritten.py)."""

from types import SimpleNamespace
from typing import Any

from raddle.trace.varying.unwritten import _Memory


def memory() -> _Memory:
    nothing_allocated: Any = SimpleNamespace(of_kind=lambda *_: [])
    return _Memory(nothing_allocated)


def test_a_local_variable_is_unwritten_until_it_is_written() -> None:
    found = memory()
    found.begins(0x1004, 8)
    found.write(0x1006, 2)
    assert found.unwritten(0x1000, 8) == 0b0011_0000
    assert found.unwritten(0x1008, 4) == 0b1111


def test_where_a_local_variable_was_nothing_is_missing() -> None:
    """A copy that a call puts there by value is no event."""
    found = memory()
    found.begins(0x1000, 24)
    found.begins(0x1018, 8)
    found.ends(0x1004, 16)
    assert [found.unwritten(at, 8) for at in (0x1000, 0x1008, 0x1010, 0x1018)] == [0b1111, 0, 0b11110000, 0b11111111]
