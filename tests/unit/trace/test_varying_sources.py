"""Which library functions tell numbers that vary: the table says so."""

import pytest

from raddle.base.library.functions import Mark
from raddle.base.library.lookup import lookup
from raddle.trace.varying.sources import Kind, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("time", "clock"),
        ("clock_gettime", "clock"),
        ("_ZNSt3__16chrono12steady_clock3nowEv", "clock"),
        ("localtime_r", "clock"),
        ("pthread_self", "identity"),
        ("getppid", "identity"),
        ("sched_getcpu", "processor"),
        ("getcpu", "processor"),
        ("strlen", None),
        ("pthread_mutex_lock", None),
    ],
)
def test_a_function_tells_what_its_row_says(name: str, kind: Kind | None) -> None:
    assert kind_of(lookup(name)) == kind


@pytest.mark.parametrize("name", ["difftime", "llabs", "sqrtl", "memcmp", "snprintf", "strftime", "cbrt", "atan2"])
def test_what_computes_is_known(name: str) -> None:
    assert Mark.COMPUTES in lookup(name).marks


@pytest.mark.parametrize(
    "name", ["nanosleep", "pthread_cond_timedwait", "sem_clockwait", "srand", "alarm", "pthread_equal"]
)
def test_what_may_be_given_any_time_or_id_is_known(name: str) -> None:
    assert Mark.UNMOVED in lookup(name).marks


def test_what_copies_is_known() -> None:
    assert all(Mark.COPIES in lookup(name).marks for name in ("memcpy", "memmove", "realloc", "reallocarray"))


def test_a_function_of_another_file_tells_nothing() -> None:
    assert kind_of(lookup("time", "/opt/libtimes.so")) is None
