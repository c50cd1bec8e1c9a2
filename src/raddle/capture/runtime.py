"""The C runtime and the stubs of shared libraries, compiled once for each toolchain and kept in the cache."""

from pathlib import Path

from raddle.base.cache import Cache, content_key
from raddle.base.native_code import NativeCode, native_folder, object_files
from raddle.base.toolchain import Toolchain
from raddle.capture.elf import exported_names

_FLAGS = (
    *("-std=gnu11", "-O2", "-UNDEBUG", "-g", "-fPIC", "-fno-stack-protector", "-pthread"),
    *("-fno-omit-frame-pointer", "-momit-leaf-frame-pointer"),  # the hooks are leaves, and hot
)
_EXCEPTIONS = {
    "clang": "-fexceptions",  # exceptions of the program go through pthread_once and its like
    "zig": "-funwind-tables",  # they go through, but nobody clears up: its C programs have no unwinder to link with
}


def runtime_objects(toolchain: Toolchain, cache: Cache) -> list[Path]:
    """Object files to link into every instrumented program."""
    return object_files(_runtime(toolchain), toolchain, cache)


def entry_object(toolchain: Toolchain, cache: Cache, *, elsewhere: bool) -> Path:
    """Where the process begins. `elsewhere`: the program's own main was not built with raddle."""
    name = "elsewhere" if elsewhere else "here"
    source = native_folder() / "entry" / f"{name}.c"
    return object_files(NativeCode(f"entry {name}", (source,), (), _FLAGS), toolchain, cache)[0]


def runtime_names(toolchain: Toolchain, cache: Cache) -> frozenset[str]:
    """What the program must export, for the libraries that it loads."""
    code = _runtime(toolchain)

    def make(place: Path) -> None:
        objects = object_files(code, toolchain, cache)
        names = {name for path in objects for name in exported_names(path.read_bytes())}
        place.write_text("\n".join(sorted(names)))

    entry = cache.find_or_publish(content_key("names", code.key(toolchain)), make, ".list")
    return frozenset(entry.read_text().split())


def library_objects(toolchain: Toolchain, cache: Cache) -> list[Path]:
    """Object files to link into every instrumented shared library."""
    folder = native_folder()
    sources, headers = sorted((folder / "library").glob("*.c")), sorted(folder.glob("hook*.h"))
    return object_files(NativeCode("library stubs", tuple(sources), tuple(headers), _FLAGS), toolchain, cache)


def _runtime(toolchain: Toolchain) -> NativeCode:
    native = native_folder()
    sources, headers = sorted(native.glob("*.c")), sorted(native.glob("*.h"))
    return NativeCode("runtime", tuple(sources), tuple(headers), (*_FLAGS, _EXCEPTIONS[toolchain.kind]))
