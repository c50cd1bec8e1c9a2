"""A value that is kept as observed is an assumption only where it could be another one."""

from pathlib import Path

import pytest

from raddle.encode.encoder import Encoder
from tests.support.modelled import modelled_text

pytestmark = [pytest.mark.compiler, pytest.mark.native]

PROGRAM = """
#include <assert.h>
#include <wctype.h>
#include <pthread.h>
int key, total;
#define KEY __atomic_load_n(&key, 5)
void *w(void *a) {{ total += towupper(KEY); total += towupper(KEY); return a; }}
void *idle(void *a) {{ return a; }}
int main(void) {{
    pthread_t t[2], other;
    pthread_create(&other, 0, idle, 0); /* while main is alone there is nothing to assume */
    __atomic_fetch_add(&key, 'a', 5);
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, w, 0);
    {meanwhile}
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    pthread_join(other, 0);
    assert(total == 4 * 'A');
}}
"""
KEPT = "was given the observed value of key"


def test_what_nobody_changes_meanwhile_is_not_assumed(tmp_path: Path) -> None:
    ctp = modelled_text(tmp_path, "program", PROGRAM.format(meanwhile="")).ctp
    assert any(KEPT in one.what for one in ctp.assumptions)
    assert not any(KEPT in what for what in Encoder(ctp).assumed())


def test_what_somebody_changes_meanwhile_is_assumed_once(tmp_path: Path) -> None:
    ctp = modelled_text(tmp_path, "program", PROGRAM.format(meanwhile="__atomic_store_n(&key, 'b', 5);")).ctp
    assert len([what for what in Encoder(ctp).assumed() if KEPT in what]) == 1


def test_every_place_where_a_value_is_kept_is_known(tmp_path: Path) -> None:
    """Each thread has its own: a replay that leaves the schedule behind any of them is no fault of ours."""
    ctp = modelled_text(tmp_path, "program", PROGRAM.format(meanwhile="")).ctp
    kept = [ctp.events[one.event].thread for one in ctp.assumptions if KEPT in one.what and one.event is not None]
    assert sorted(kept) == [2, 2, 3, 3]
