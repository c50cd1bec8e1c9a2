"""The generator of programs that depend on what lies outside the program's own code (tests/support/outside)."""

from tests.support.outside.functions import Keeper
from tests.support.outside.program import FUNCTIONS, PROPERTIES, programs, text_of
from tests.support.outside.ways import WAYS


def test_every_program_has_a_name_of_its_own_and_a_text_that_differs_from_its_twins() -> None:
    first = programs()[:2000]
    assert len({one.name for one in programs()}) == len(programs()) >= 2000
    texts = {text_of(one, twin=twin) for one in first for twin in (False, True)}
    assert len(texts) == 2 * len(first)


def test_functions_have_names_of_their_own() -> None:
    assert len({one.name for one in FUNCTIONS}) == len(FUNCTIONS)


def test_the_first_two_thousand_have_every_function_way_and_property() -> None:
    first = programs()[:2000]
    assert {one.function.name for one in first} == {one.name for one in FUNCTIONS}
    assert {one.way.name for one in first} == {one.name for one in WAYS}
    assert {one.property for one in first} == set(PROPERTIES)


def test_a_number_means_the_same_program_whenever_it_is_asked_for() -> None:
    programs.cache_clear()
    names = [one.name for one in programs()[:500]]
    programs.cache_clear()
    assert [one.name for one in programs()[:500]] == names


def test_only_what_a_library_keeps_goes_from_thread_to_thread_inside_it() -> None:
    assert all(isinstance(one.function, Keeper) for one in programs() if one.way.kept)
