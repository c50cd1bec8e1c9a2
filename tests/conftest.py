"""Before the first test that compiles the compiler is prepared, so that no command has to say that it does so.

Hypothesis looks at no clock, and commands have a budget that only what hangs uses up: how fast a machine is decides
nothing.
"""

import os
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from raddle.options.budget import VARIABLE as BUDGET
from tests.support.limits import HANG_S

os.environ[BUDGET] = str(HANG_S / 2)
settings.register_profile("without a clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without a clock")


@cache
def _prepared() -> None:
    user = Cache.of_user()
    toolchain = find_toolchain(user)
    toolchain.prepare("c", user, lambda _text: None)
    toolchain.prepare("c++", user, lambda _text: None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("compiler"):
        _prepared()
