"""`check-fix` says HOLDS only of a fix that takes away what the witness shows."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

CONFIGURED = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int balance, safe;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *deposit(void *unused)
{
    if (safe)
        pthread_mutex_lock(&mutex);
    int seen = balance;
    balance = seen + 1;
    if (safe)
        pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t one, two;
    FILE *file = fopen("config.txt", "r");
    if (!file || fscanf(file, "%d", &safe) != 1)
        return 1;
    fclose(file);
    pthread_create(&one, 0, deposit, 0);
    pthread_create(&two, 0, deposit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(balance == 2);
    return 0;
}
"""


def changed(folder: Path, name: str, source: str, *pairs: tuple[str, str]) -> Path:
    """A tree beside the folder, with the source after these replacements."""
    for old, new in pairs:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    tree = folder / f"fix{len(list(folder.glob('fix*')))}"
    tree.mkdir()
    (tree / name).write_text(source)
    return tree


def test_an_input_under_which_the_original_does_not_fail_judges_no_fix(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, safe in ((here, 0), (there, 1)):
        folder.mkdir()
        (folder / "config.txt").write_text(f"{safe}\n")
    (here / "conf.c").write_text(CONFIGURED)
    assert raddle("verify", "conf.c", "--no-explain", cwd=here).status == Exit.FINDING
    no_fix = changed(tmp_path, "conf.c", CONFIGURED, ("int seen", "/* seen */ int seen"))
    words = ("check-fix", here / "conf.line27.witness", "--tree", no_fix, "--no-explain")
    assert "THE FIX IS BROKEN" in raddle(*words, cwd=here).out
    elsewhere = raddle(*words, cwd=there)
    assert elsewhere.status == Exit.INCONCLUSIVE
    assert elsewhere.out == ""
    assert "the failure did not come again" in elsewhere.err
