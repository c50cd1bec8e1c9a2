"""An entry of the cache is complete or absent."""

import os
import tempfile
from pathlib import Path
from threading import Barrier, Thread

import pytest

from raddle.base.cache import Cache, cache_directory, content_key, fallback_directory
from raddle.base.errors import UserError
from tests.support.limits import HANG_S


def test_the_own_variable_wins_over_xdg_and_home() -> None:
    everything = {"RADDLE_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}
    assert cache_directory(everything) == Path("/a")
    del everything["RADDLE_CACHE"]
    assert cache_directory(everything) == Path("/b/raddle")
    del everything["XDG_CACHE_HOME"]
    assert cache_directory(everything) == Path("/c/.cache/raddle")


def test_a_relative_xdg_folder_does_not_count() -> None:
    assert cache_directory({"XDG_CACHE_HOME": "b", "HOME": "/c"}) == Path("/c/.cache/raddle")


def test_keys_differ_when_the_same_bytes_are_divided_otherwise() -> None:
    assert content_key("ab", "c") != content_key("a", "bc")
    assert content_key("ab") == content_key(b"ab")
    assert content_key("ab") != content_key("ab", "")


def test_what_was_published_is_found_and_nothing_else(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "not yet there")
    key = content_key("x")
    assert cache.find(key, ".o") is None
    place = cache.publish(key, lambda path: _write(path, "object"), ".o")
    assert cache.find(key, ".o") == place
    assert place.read_text() == "object"
    assert cache.find(key) is None
    assert list(place.parent.iterdir()) == [place]


def test_a_maker_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = content_key("x")

    def fail(path: Path) -> None:
        path.write_text("half")
        raise RuntimeError("broken off")

    with pytest.raises(RuntimeError, match="broken off"):
        cache.publish(key, fail)
    assert cache.find(key) is None
    assert list(cache.place(key).parent.iterdir()) == []


def test_an_entry_is_made_once(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    made: list[Path] = []

    def make(path: Path) -> None:
        made.append(path)
        path.write_text("once")

    first = cache.find_or_publish(content_key("x"), make)
    assert cache.find_or_publish(content_key("x"), make) == first
    assert len(made) == 1


@pytest.mark.parametrize("folder", [False, True])
def test_two_that_publish_one_key_at_once_both_succeed(tmp_path: Path, folder: bool) -> None:
    cache = Cache(tmp_path)
    key = content_key("x")
    together = Barrier(2)
    places: list[Path] = []

    def make(path: Path) -> None:
        if folder:
            path.mkdir()
        _write(path / "part" if folder else path, "same")
        together.wait(timeout=HANG_S)

    threads = [Thread(target=lambda: places.append(cache.publish(key, make))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert places == [cache.place(key)] * 2
    assert (places[0] / "part" if folder else places[0]).read_text() == "same"


def test_a_cache_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="set RADDLE_CACHE"):
        Cache(tmp_path / "file").publish(content_key("x"), lambda path: _write(path, ""))


def _write(path: Path, text: str) -> None:
    path.write_text(text)


def test_where_the_cache_cannot_be_written_a_folder_of_ones_own_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    nowhere = {"HOME": "/proc/nowhere"}
    folder = fallback_directory(nowhere)
    assert folder == tmp_path / f"raddle-cache-{os.getuid()}" == fallback_directory(nowhere)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert fallback_directory({"HOME": str(tmp_path)}) is None
    assert fallback_directory(nowhere | {"RADDLE_CACHE": "/proc/nowhere"}) is None
    folder.chmod(0o777)
    assert fallback_directory(nowhere) not in (None, folder)
