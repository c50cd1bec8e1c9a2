"""A witness or a recording is replayed in the folder in which the program ran, wherever the user stands by then."""

import shutil
from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import Said, raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

NAMED = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int hits;
static void *hit(void *unused)
{
    hits++;
    return unused;
}
int main(void)
{
    pthread_t one, two;
    char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < strlen(here); i++)
        free(malloc(1));
    pthread_create(&one, 0, hit, 0);
    pthread_create(&two, 0, hit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(hits == 2);
    return 0;
}
"""
"""It keeps the name of its folder, as GoogleTest does: each letter is a visible event."""
READING = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int hits;
static void *hit(void *unused)
{
    hits++;
    return unused;
}
int main(void)
{
    pthread_t one, two;
    FILE *file = fopen("hits.txt", "r");
    if (!file || fscanf(file, "%d", &hits) != 1)
        return 77;
    fclose(file);
    pthread_create(&one, 0, hit, 0);
    pthread_create(&two, 0, hit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(hits == 5);
    return 0;
}
"""


def found(folder: Path, source: str, *words: str) -> Path:
    """A witness, in a folder with a long name."""
    (folder / "test.c").write_text(source)
    said = raddle("verify", "test.c", "--no-explain", *words, cwd=folder)
    assert said.status == Exit.FINDING, said.out + said.err
    (witness,) = folder.glob("*.witness")
    return witness


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder with a name that is rather long"
    folder.mkdir()
    return folder


def test_a_program_that_looks_at_the_name_of_its_folder_is_replayed_from_any_folder(here: Path) -> None:
    witness = found(here, NAMED)
    for folder in (here, here.parent, Path("/")):
        said = raddle("replay", witness, cwd=folder)
        assert said.status == Exit.NOTHING_FOUND, said.err
        assert "replayed: assert line 22" in said.err


def test_files_are_looked_for_where_the_run_found_them(here: Path) -> None:
    (here / "hits.txt").write_text("3\n")
    witness = found(here, READING, "--before", "test -e hits.txt")
    said = raddle("replay", witness, cwd="/")
    assert "replayed: assert line 21" in said.err, said.err
    said = raddle("check-fix", witness, "--tree", here, cwd=here.parent)
    assert "it changes nothing" in said.err
    assert "hits == 5 fails" in raddle("explain", witness, "--no-contrast", cwd=here.parent).out


def test_a_recording_too(here: Path) -> None:
    (here / "test.c").write_text(NAMED)
    assert raddle("record", "test.c", "-o", "run.rdl", cwd=here).status == Exit.NOTHING_FOUND
    said = raddle("replay", here / "run.rdl", cwd=here.parent)
    assert said.status == Exit.NOTHING_FOUND, said.err


def test_where_the_folder_is_gone_that_is_said_and_what_comes_of_it_is_not_raddles_fault(here: Path) -> None:
    witness = found(here, NAMED)
    kept = shutil.copy(witness, here.parent / "kept.witness")
    shutil.rmtree(here)
    said = raddle("replay", kept, cwd=here.parent)
    assert f"the folder in which the program ran is not there: {here}; it runs here" in said.err
    assert "diverged (cause: world)" in said.err, said.err
    assert f"the program runs in another folder than it did, which it may look at: {here.parent}" in said.err


def test_a_program_that_does_not_look_is_replayed_where_the_folder_is_gone(here: Path) -> None:
    witness = found(here, NAMED.replace("getcwd(NULL, 0)", 'strdup("")'))
    kept = shutil.copy(witness, here.parent / "kept.witness")
    shutil.rmtree(here)
    assert "replayed: assert line 22" in raddle("replay", kept, cwd=here.parent).err


def test_another_folder_is_named(here: Path) -> None:
    (here / "hits.txt").write_text("3\n")
    witness = found(here, READING)
    other = here.parent / "other"
    other.mkdir()

    def in_other() -> Said:
        return raddle("replay", witness, "--folder", "other", cwd=here.parent)

    said = in_other()
    assert "not reached: expected assert line 21, seen exit 77" in said.err
    assert "runs in another folder than it did" in said.err
    shutil.copy(here / "hits.txt", other)
    assert "replayed: assert line 21" in in_other().err
    said = raddle("replay", witness, "--folder", "nowhere", cwd=here.parent)
    assert said.status == Exit.USER_ERROR
    assert "no such folder" in said.err
