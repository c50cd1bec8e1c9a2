"""Whether the assertion that failed is looked for where its line is not known, and what is said where it cannot be."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from raddle.repair import still_asserted
from raddle.repair.still_asserted import NOT_COME_TO, Asserted, Gone, StillAsserted, by_text

FAILED = Asserted("bank.c", 3, "balance == 200")


@pytest.fixture
def come_to(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    lines: set[tuple[str, int]] = set()

    def asserted(runs: Iterable[object], files: object) -> set[tuple[str, int]]:
        return lines

    monkeypatch.setattr(still_asserted, "asserted", asserted)
    return lines


def test_an_assertion_with_the_same_condition_is_the_same(come_to: set[tuple[str, int]], tmp_path: Path) -> None:
    (tmp_path / "bank.c").write_text("\nassert(balance\n    == 200);\n")
    come_to.add(("bank.c", 2))
    assert isinstance(by_text(FAILED, (), tmp_path), StillAsserted)


def test_another_condition_is_another_assertion(come_to: set[tuple[str, int]], tmp_path: Path) -> None:
    (tmp_path / "bank.c").write_text("\nassert(balance >= 0);\n")
    come_to.add(("bank.c", 2))
    found = by_text(FAILED, (), tmp_path)
    assert isinstance(found, Gone) and found.reason == NOT_COME_TO


def test_a_source_that_is_not_there_leaves_it_open(come_to: set[tuple[str, int]], tmp_path: Path) -> None:
    come_to.add(("made.c", 2))
    found = by_text(FAILED, (), tmp_path)
    assert isinstance(found, Gone)
    assert found.reason.startswith("there is no made.c to tell whether")
