"""Places print as compilers print them; statuses are the documented numbers."""

import pytest

import raddle
from raddle.base.exits import Exit
from raddle.base.place import SourcePlace


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (SourcePlace("bank.c", 12, 5, "deposit"), "bank.c:12:5 in deposit"),
        (SourcePlace("bank.c", 12), "bank.c:12"),
        (SourcePlace("bank.c", 0), "bank.c"),
        (SourcePlace("", 0), "?"),
    ],
)
def test_a_place_prints_what_it_knows(place: SourcePlace, text: str) -> None:
    assert str(place) == text


def test_places_sort_by_file_and_line() -> None:
    places = [SourcePlace("b.c", 1), SourcePlace("a.c", 9), SourcePlace("a.c", 2)]
    assert sorted(places) == [SourcePlace("a.c", 2), SourcePlace("a.c", 9), SourcePlace("b.c", 1)]


def test_a_place_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SourcePlace("a.c", 1).line = 2  # type: ignore[misc]


def test_the_exit_statuses_are_the_documented_numbers() -> None:
    assert [int(status) for status in Exit] == [0, 1, 2, 3, 4]


def test_the_package_has_a_version_and_a_glossary() -> None:
    assert raddle.__version__
    assert raddle.__doc__ is not None
    assert "schedule" in raddle.__doc__
