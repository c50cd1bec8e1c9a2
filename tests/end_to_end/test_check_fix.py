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

BANK = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int balance;
static void *deposit(void *unused)
{
    int seen = balance;
    balance = seen + 1;
    return unused;
}
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, deposit, 0);
    pthread_create(&two, 0, deposit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(balance > 0);
    assert(balance == 2);
    return 0;
}
"""
LOCKED = (
    ("static int balance;", "static int balance;\nstatic pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;"),
    ("    int seen", "    pthread_mutex_lock(&mutex);\n    int seen"),
    ("seen + 1;", "seen + 1;\n    pthread_mutex_unlock(&mutex);"),
)
FAILING = "    assert(balance == 2);\n"
BUILT = ("--build", "$CC bank.c -o bank")
GONE = "UNKNOWN: the assertion that failed is not come to any more: bank.c:19."


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
    for folder in (here, there):
        folder.mkdir()
    (here / "config.txt").write_text("0\n")
    (here / "conf.c").write_text(CONFIGURED)
    assert raddle("verify", "conf.c", "--no-explain", cwd=here).status == Exit.FINDING
    no_fix = changed(tmp_path, "conf.c", CONFIGURED, ("int seen", "/* seen */ int seen"))
    words = ("check-fix", here / "conf.line27.witness", "--tree", no_fix, "--no-explain")
    assert "THE FIX IS BROKEN" in raddle(*words, cwd=there).out
    (here / "config.txt").write_text("1\n")
    otherwise = raddle(*words, cwd=here)
    assert otherwise.status == Exit.INCONCLUSIVE
    assert otherwise.out == ""
    assert "the failure did not come again" in otherwise.err


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A witness of a lost deposit."""
    folder = tmp_path_factory.mktemp("bank")
    (folder / "bank.c").write_text(BANK)
    assert raddle("verify", "bank.c", "--no-explain", cwd=folder).status == Exit.FINDING
    return folder / "bank.line19.witness"


@pytest.mark.parametrize(
    ("pair", "build"),
    [
        ((FAILING, ""), ()),
        ((FAILING, "\n"), ()),
        ((FAILING, "    /* assert(balance == 2); */\n"), BUILT),
        (("#include <assert.h>", "#define NDEBUG\n#include <assert.h>"), ()),
        (("pthread_t one, two;", "if (!balance) return 0; pthread_t one, two;"), ()),
    ],
)
def test_a_fix_that_takes_the_assertion_away_is_not_said_to_hold(
    bank: Path, tmp_path: Path, pair: tuple[str, str], build: tuple[str, ...]
) -> None:
    tree = changed(tmp_path, "bank.c", BANK, pair)
    said = raddle("check-fix", bank, "--tree", tree, *build, cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE, said.err
    assert GONE in said.out
    assert "look whether the fix takes it away" in said.out


@pytest.mark.parametrize("build", [(), BUILT])
def test_an_assertion_that_moves_or_can_be_decided_at_once_is_still_come_to(
    bank: Path, tmp_path: Path, build: tuple[str, ...]
) -> None:
    locked = changed(tmp_path, "bank.c", BANK, *LOCKED)
    said = raddle("check-fix", bank, "--tree", locked, *build, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err
    constant = changed(tmp_path, "bank.c", BANK, ("    pthread_t one", "    int balance = 2;\n    pthread_t one"))
    said = raddle("check-fix", bank, "--tree", constant, *build, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err
    assert ("was looked for by its text" in said.out) == bool(build)


def test_an_assertion_that_is_another_one_now_is_told(bank: Path, tmp_path: Path) -> None:
    tree = changed(tmp_path, "bank.c", BANK, ("balance == 2", "balance <= 2"))
    said = raddle("check-fix", bank, "--tree", tree, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err
    note = "What failed is written otherwise now: `assert(balance == 2);` is `assert(balance <= 2);`."
    assert note in " ".join(said.out.split())


@pytest.mark.parametrize("end", ["abort();", 'assert(!"lost");'])
def test_what_nobody_should_come_to_is_not_come_to_and_the_condition_before_it_is(tmp_path: Path, end: str) -> None:
    source = BANK.replace(FAILING, f"    if (balance < 2)\n        {end}\n")
    (tmp_path / "bank.c").write_text(source)
    assert raddle("verify", "bank.c", "--no-explain", cwd=tmp_path).status == Exit.FINDING
    witness = next(tmp_path.glob("*.witness"))
    tree = changed(tmp_path, "bank.c", source, *LOCKED)
    said = raddle("check-fix", witness, "--tree", tree, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err
    skipped = changed(tmp_path, "bank.c", source, ("if (balance < 2)", "if (0)"))
    said = raddle("check-fix", witness, "--tree", skipped, cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE, said.out + said.err


RACING = """#include <pthread.h>
static int hits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *hit(void *unused)
{
    pthread_mutex_lock(&mutex);
    hits++;
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, hit, 0);
    int seen = hits;
    pthread_join(other, 0);
    return seen > 1;
}
"""
FREEING = """#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *use(void *unused)
{
    *shared = 1;
    return unused;
}
int main(void)
{
    pthread_t other;
    shared = malloc(sizeof *shared);
    pthread_create(&other, 0, use, 0);
    free(shared);
    pthread_join(other, 0);
    return 0;
}
"""
CROSSING = """#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *cross(void *unused)
{
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
    return unused;
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, cross, 0);
    pthread_mutex_lock(&one); /* first */
    pthread_mutex_lock(&two); /* then */
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
    pthread_join(other, 0);
    return 0;
}
"""
UNLOCKED = "    int seen = hits;"
FIXES = {
    "races": (
        RACING,
        [(UNLOCKED, f"    pthread_mutex_lock(&mutex);\n{UNLOCKED}\n    pthread_mutex_unlock(&mutex);")],
        [(UNLOCKED, "    int seen = 0;\n    if (hits)\n        seen = 1;")],
    ),
    "memory": (
        FREEING,
        [("    free(shared);\n    pthread_join(other, 0);", "    pthread_join(other, 0);\n    free(shared);")],
        [("    *shared = 1;", "    if (shared)\n        *shared = 1;")],
    ),
    "deadlocks": (
        CROSSING,
        [("lock(&one); /* first */", "lock(&two);"), ("lock(&two); /* then */", "lock(&one);")],
        [("lock(&one); /* first */", "lock(&one); int held = 1; (void)held;")],
    ),
}


@pytest.mark.parametrize("wanted", FIXES)
def test_fixes_of_races_misuses_of_memory_and_deadlocks_are_proved_and_broken(tmp_path: Path, wanted: str) -> None:
    source, right, wrong = FIXES[wanted]
    (tmp_path / "test.c").write_text(source)
    said = raddle("verify", "test.c", "--property", wanted, "--no-explain", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.out + said.err
    (witness,) = tmp_path.glob("*.witness")
    for pairs, verdict in ((right, "THE FIX HOLDS"), (wrong, "THE FIX IS BROKEN")):
        tree = changed(tmp_path, "test.c", source, *pairs)
        said = raddle("check-fix", witness, "--tree", tree, "--no-explain", cwd=tmp_path)
        assert verdict in said.out, said.out + said.err
    (broken,) = tmp_path.glob("test-fixed*.witness")
    assert raddle("replay", broken, cwd=tmp_path).status == Exit.NOTHING_FOUND
