"""The C runtime, compiled once for each toolchain and kept in the cache."""

from pathlib import Path

from raddle.base.cache import Cache
from raddle.base.native_code import NativeCode, native_folder, object_files
from raddle.base.toolchain import Toolchain

_FLAGS = ("-std=gnu11", "-O2", "-UNDEBUG", "-g", "-fPIC", "-fno-stack-protector", "-fno-omit-frame-pointer", "-pthread")


def runtime_objects(toolchain: Toolchain, cache: Cache) -> list[Path]:
    """Object files to link into every instrumented program."""
    native = native_folder()
    sources, headers = sorted(native.glob("*.c")), sorted(native.glob("*.h"))
    return object_files(NativeCode("runtime", tuple(sources), tuple(headers), _FLAGS), toolchain, cache)
