"""Our own C in the cache."""

import pytest

from raddle.base.cache import Cache
from raddle.base.native_code import KNOWN_AS, native_folder
from raddle.base.toolchain import find_toolchain
from raddle.capture.runtime import library_objects, runtime_objects


@pytest.mark.compiler
def test_what_is_kept_does_not_depend_on_where_raddle_is_installed() -> None:
    cache = Cache.of_user()
    toolchain = find_toolchain(cache)
    objects = [path.read_bytes() for path in (*runtime_objects(toolchain, cache), *library_objects(toolchain, cache))]
    assert any(KNOWN_AS.encode() in one for one in objects)
    assert not any(str(native_folder()).encode() in one for one in objects)
