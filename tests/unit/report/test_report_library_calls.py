"""Several accesses inside one call of a library become one step, named by what the program knows."""

import pytest

from raddle.ir.cxx_names import without_template_arguments
from raddle.report.library_calls import Inside, deed_of


def inside(*accesses: str) -> list[Inside]:
    """`r name` or `w name`."""
    return [Inside((0, 1), "std::vector::push_back", name[2:], writes=name[0] == "w") for name in accesses]


@pytest.mark.parametrize(
    ("accesses", "said"),
    [
        (("r x", "r x"), "read x"),
        (("w x", "r y"), "read and write x and y"),
        (("r q.start of main", "w q.finish of main"), "read and write q of main"),
        (("r q.jobs.start of main", "r q.jobs.finish of main"), "read q.jobs of main"),
        (("r q.start of main", "r heap main#1+8"), "read q.start of main"),
        (("w heap main#1", "w heap main#1+8"), "write heap main#1"),
        (("w heap main#1", "r heap main#2+8"), "read and write objects of the heap"),
        (("r a[0]", "r a[1]"), "read a"),
        (("r a of main", "r a of main.1"), "read a of main and a of main.1"),
        (("r a", "r b", "r c", "r d"), "read a, b, c and others"),
    ],
)
def test_they_are_told_by_what_they_are_parts_of(accesses: tuple[str, ...], said: str) -> None:
    assert deed_of(inside(*accesses)) == f"{said} in std::vector::push_back"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("std::vector<Observer*>::push_back", "std::vector::push_back"),
        ("std::__weak_ptr<Session, (__gnu_cxx::_Lock_policy)2>::expired", "std::weak_ptr::expired"),
        ("std::map<int, std::vector<int>>::operator[]", "std::map::operator[]"),
        ("std::operator<< <char>", "std::operator<<"),
        ("pthread_mutex_lock", "pthread_mutex_lock"),
    ],
)
def test_what_a_name_is_a_template_of_is_left_out(name: str, short: str) -> None:
    assert without_template_arguments(name) == short
