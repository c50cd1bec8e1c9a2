"""Raddle in a container: what is denied, missing, read-only or full there is coped with, or said."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import Said, check_assertions, raddle, source
from tests.support.confinement import (
    NOBODY,
    PERSONALITY,
    as_user,
    in_own_mounts,
    read_only,
    small_disk,
    without_call,
    works,
)

LOST_UPDATE = """#include <assert.h>
int x;
void *add(void *arg) { x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    assert(x == 2);
}
"""
NEVER_ENDS = """int x;
void *add(void *arg) { for (;;) x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
}
"""
ONE_MEGABYTE = 1 << 20

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def built(folder: Path, text: str = LOST_UPDATE) -> Path:
    program = folder / "program"
    assert raddle("cc", source(folder, text), "-o", program).status == 0
    return program


def possible(through: tuple[str, ...], *command: str) -> tuple[str, ...]:
    if not works(through, *command):
        pytest.skip(f"cannot be had here: {' '.join(through[:6])} ...")
    return through


def assert_found_and_replayed(
    folder: Path, said: Said, through: tuple[str, ...] = (), env: dict[str, str] | None = None
) -> None:
    assert said.status == Exit.FINDING, said.out + said.err
    found = re.search(r"replay it: raddle replay (.*)", said.out)
    assert found
    again = raddle("replay", found[1], through=through, cwd=folder, env=env)
    assert again.status == 0, again.err
    assert "replayed: assert line 12" in again.err


def test_with_addresses_that_cannot_be_fixed(tmp_path: Path) -> None:
    through = possible(without_call(PERSONALITY))
    program = built(tmp_path)
    said = check_assertions(program, through=through, cwd=tmp_path)
    assert_found_and_replayed(tmp_path, said, through)
    assert raddle("record", program, "-o", "r.rdl", through=through, cwd=tmp_path).status == 0
    assert raddle("replay", "r.rdl", "--times", "3", through=through, cwd=tmp_path).status == 0


def test_without_proc_which_is_said(tmp_path: Path) -> None:
    through = possible(in_own_mounts(["umount", "-l", "/proc"]), "test", "!", "-e", "/proc/self")
    said = check_assertions(built(tmp_path), through=through, cwd=tmp_path)
    assert_found_and_replayed(tmp_path, said, through)
    assert said.err.count("there is no /proc") == 1


def test_without_shared_memory(tmp_path: Path) -> None:
    through = possible(in_own_mounts(["mount", "-t", "tmpfs", "-o", "ro", "none", "/dev/shm"]))
    said = check_assertions(built(tmp_path), "--jobs", "2", through=through, cwd=tmp_path)
    assert_found_and_replayed(tmp_path, said, through)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """pytest's own folders are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_as_somebody_without_rights_where_nothing_but_temporary_files_can_be_written(open_folder: Path) -> None:
    tree, temporary = open_folder / "tree", open_folder / "temporary"
    tree.mkdir()
    temporary.mkdir()
    temporary.chmod(0o777)
    source(tree, LOST_UPDATE)
    through = possible((*in_own_mounts(*read_only(tree)), *as_user(NOBODY)))
    env = {"HOME": str(tree), "TMPDIR": str(temporary), "RADDLE_CACHE": "", "XDG_CACHE_HOME": ""}
    said = check_assertions("test.c", through=through, cwd=tree, env=env)
    assert_found_and_replayed(tree, said, through, env)
    assert said.err.count("the cache cannot be written: using ") == 1
    assert said.err.count("nothing can be written here: witnesses go to ") == 1
    assert [path.name for path in tree.iterdir()] == ["test.c"]


def test_a_recording_ends_at_its_size_and_can_be_used(tmp_path: Path) -> None:
    program = built(tmp_path, NEVER_ENDS)
    said = raddle("record", program, "-o", "r.rdl", "--max-size", "1M", cwd=tmp_path)
    assert said.status == 0
    assert "the recording has grown to what it was allowed" in said.err
    assert "the program ended with: limit of events or bytes" in said.err
    assert (tmp_path / "r.rdl").stat().st_size <= ONE_MEGABYTE + 4096
    assert raddle("show", "r.rdl", "--from", "1", "--to", "9", cwd=tmp_path).status == 0
    said = check_assertions("r.rdl", cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE and "limit of events or bytes" in said.out
    said = check_assertions(program, "--max-size", "1M", "--events", "100000000", cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE and "limit of events or bytes" in said.out


@pytest.mark.parametrize(("size", "said"), [("0", "at least 1M"), ("5K", "at least 1M"), ("much", "not a size")])
def test_a_size_that_is_none_is_refused(tmp_path: Path, size: str, said: str) -> None:
    told = raddle("record", source(tmp_path, NEVER_ENDS), "--max-size", size, cwd=tmp_path)
    assert told.status == Exit.USER_ERROR and said in told.err


def test_a_full_disk_ends_the_recording_and_what_there_is_can_be_used(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = possible(in_own_mounts(*small_disk(disk, "2M")))
    recording = f"record {built(tmp_path, NEVER_ENDS)} -o disk/r.rdl --max-size 1G"
    words = (recording, "show disk/r.rdl --to 5", "check disk/r.rdl")
    script = "; ".join(f'"$@" {one}; echo status $?' for one in words)
    said = raddle(through=(*mounted, "/bin/sh", "-c", script, "sh"), cwd=tmp_path)
    assert "no space is left for the recording: the run ends here" in said.err
    assert "the program ended with: limit of events or bytes" in said.err
    assert re.findall(r"^status (\d+)", said.out, re.MULTILINE) == ["0", "0", "3"], said.err


def test_a_small_folder_for_temporary_files_is_enough_or_ends_the_run(tmp_path: Path) -> None:
    program, disk = built(tmp_path, NEVER_ENDS), tmp_path / "disk"
    disk.mkdir()
    through = possible(in_own_mounts(*small_disk(disk, "4M")))
    said = check_assertions(program, "--max-size", "1G", through=through, cwd=tmp_path, env={"TMPDIR": str(disk)})
    assert said.status == Exit.INCONCLUSIVE, said.out + said.err
    assert "limit of events or bytes" in said.out


def test_a_recording_that_is_taken_away_is_no_failure_of_the_program(tmp_path: Path) -> None:
    text = """#include <glob.h>
#include <unistd.h>
int x;
int main(void) {
    glob_t found;
    glob("*.part", 0, NULL, &found);
    unlink(found.gl_pathv[0]);
    for (;;) x++;
}
"""
    said = raddle("record", source(tmp_path, text), "-o", "r.rdl", cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE
    assert "raddle: cannot open the recording" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["test.c"]
