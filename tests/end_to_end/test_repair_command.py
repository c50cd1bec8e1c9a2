"""`diagnose`, `repair` and `check-fix` through the real command, on a program that checks before it uses."""

import json
import shutil
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.exits import Exit
from raddle.base.toolchain import find_toolchain
from raddle.cli import main
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

SOURCE = """#include <assert.h>
#include <pthread.h>
#include "shared.h"

static pthread_t other;

static void *spoil(void *unused)
{
    shared = 0;
    return unused;
}

int main(void)
{
    pthread_create(&other, 0, spoil, 0);
    if (shared != 0)
        assert(shared != 0);
    return 0;
}
"""
WITNESS = "check.line17.witness"
JOINED = """--- a/check.c
+++ b/check.c
@@ -13,5 +13,6 @@
 {
     pthread_create(&other, 0, spoil, 0);
+    pthread_join(other, 0);
     if (shared != 0)
         assert(shared != 0);
     return 0;
"""

DEPOSITS = """#include <assert.h>
#include <pthread.h>
extern int new_balance;
extern void *new_deposit(void *);
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, new_deposit, 0);
    pthread_create(&two, 0, new_deposit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(new_balance == 2);
    return 0;
}
"""
WORKER = """#include "names.h"
int BALANCE;
void *DEPOSIT(void *unused)
{
    int seen = BALANCE;
    BALANCE = seen + 1;
    return unused;
}
"""


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source, and the witness that `diagnose` leaves."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "check.c").write_text(SOURCE)
    (folder / "shared.h").write_text("static int shared = 1;\n")
    said = raddle("diagnose", "check.c", "--format", "json", "--svg", "causes.svg", cwd=folder)
    assert said.status == Exit.FINDING, said.err
    (folder / "report.json").write_text(said.out)
    return folder


def test_the_causes_are_told_drawn_and_witnessed(failing: Path) -> None:
    report = json.loads((failing / "report.json").read_text())
    assert (report["kind"], report["complete"], len(report["causes"])) == ("concurrency", True, 1)
    assert "</svg>" in (failing / "causes.svg").read_text()
    assert raddle("replay", WITNESS, cwd=failing).status == Exit.NOTHING_FOUND


def test_the_best_repair_is_written_into_the_sources_when_that_is_asked_for(failing: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    for name in ("check.c", "shared.h"):
        shutil.copy(failing / name, folder)
    said = raddle("repair", "check.c", "--apply", "--patches", tmp_path, cwd=folder)
    assert said.status == Exit.NOTHING_FOUND, said.err
    assert "APPLIED: changed check.c" in said.out
    assert (folder / "check.c").read_text() != SOURCE
    assert raddle("verify", "check.c", cwd=folder).status == Exit.NOTHING_FOUND
    fixed = raddle("check-fix", failing / WITNESS, "--patch", tmp_path / "check.repair1.diff", cwd=folder)
    assert fixed.status == Exit.NOTHING_FOUND, fixed.err
    assert raddle("repair", WITNESS, cwd=folder).status == Exit.NOTHING_FOUND  # of what was built
    again = raddle("repair", WITNESS, "--apply", cwd=folder)
    assert again.status == Exit.USER_ERROR
    assert "check.c: it " in again.err and "has changed" in again.err


EITHER = """#include <assert.h>
#include <pthread.h>
static int x;
static void *spoil(void *arg) { x = 1; return arg; }
int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, spoil, 0);
    int seen = x;
    assert(seen == 1);
    assert(seen == 0);
    return 0;
}
"""


def test_of_a_witness_what_fails_elsewhere_is_not_said_to_fail_whatever_the_schedule(tmp_path: Path) -> None:
    (tmp_path / "either.c").write_text(EITHER)
    assert raddle("diagnose", "either.c", cwd=tmp_path).status == Exit.FINDING
    said = raddle("verify", "either.c", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.err
    (witness,) = tmp_path.glob("*.witness")
    said = raddle("diagnose", witness.name, cwd=tmp_path)
    assert said.status == Exit.FINDING, said.err
    assert "can fail, and no run passes: others fail elsewhere" in " ".join(said.out.split())
    assert "no order between threads makes it pass" in raddle("repair", witness.name, cwd=tmp_path).out


def test_a_repair_goes_into_the_file_that_was_verified_not_into_one_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "run.c").write_text(DEPOSITS)
    for folder, age in ((tmp_path, "new"), (tmp_path / "a", "old")):
        (folder / "worker.c").write_text(WORKER)
        (folder / "names.h").write_text(f"#define BALANCE {age}_balance\n#define DEPOSIT {age}_deposit\n")
    files = ("run.c", "worker.c", "a/worker.c")
    said = raddle("repair", *files, "--patches", tmp_path, cwd=tmp_path)
    assert said.status == Exit.NOTHING_FOUND, said.err
    fixed = raddle("check-fix", "run.line12.witness", "--patch", "run.repair1.diff", cwd=tmp_path)
    assert "THE FIX HOLDS" in fixed.out, fixed.err
    said = raddle("repair", *files, "--apply", cwd=tmp_path)
    assert "APPLIED: changed worker.c" in said.out, said.err
    assert (tmp_path / "a" / "worker.c").read_text() == WORKER
    assert raddle("verify", *files, cwd=tmp_path).status == Exit.NOTHING_FOUND


def test_a_fix_that_does_not_help_is_broken_by_a_run(failing: Path, tmp_path: Path) -> None:
    (tmp_path / "fix.diff").write_text(JOINED.replace("pthread_join(other, 0);", "(void)other;"))
    before = (failing / WITNESS).read_bytes()
    said = raddle("check-fix", failing / WITNESS, "--patch", tmp_path / "fix.diff", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.err
    assert "THE FIX IS BROKEN" in said.out
    assert raddle("replay", "check-fixed.line18.witness", cwd=tmp_path).status == Exit.NOTHING_FOUND
    assert (failing / WITNESS).read_bytes() == before


@pytest.mark.parametrize("build", [(), ("--build", "$CC check.c -o check")])
def test_a_tree_with_the_fix_is_built_and_proved(failing: Path, tmp_path: Path, build: tuple[str, ...]) -> None:
    fixed = SOURCE.replace("    if (s", "    WAIT(other);\n    if (s").replace('"\n\n', '"\n#include "wait.h"\n\n')
    (tmp_path / "check.c").write_text(fixed)
    (tmp_path / "shared.h").write_text("static int shared = 1;\n")
    (tmp_path / "wait.h").write_text("#define WAIT(thread) pthread_join(thread, 0)\n")
    said = raddle("check-fix", failing / WITNESS, "--tree", tmp_path, *build, cwd=tmp_path)
    if not build and find_toolchain(Cache.of_user()).kind == "zig":
        assert said.status == Exit.USER_ERROR
        assert "wait.h: zig cannot be shown a file that is not there" in said.err
        return
    assert said.status == Exit.NOTHING_FOUND, said.err
    assert "THE FIX HOLDS" in said.out


@pytest.mark.parametrize(
    ("diff", "complaint"),
    [
        (JOINED.replace("spoil", "foil"), "the patch does not apply"),
        (JOINED.replace("check.c", "other.c"), "other.c"),
        ("nothing\n", "there is no unified diff in it"),
        (JOINED.replace("join(other", "join(another"), "with the fix the program does not compile"),
        (None, "cannot be read"),
    ],
)
def test_a_patch_that_cannot_be_used_is_one_message(
    failing: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], diff: str | None, complaint: str
) -> None:
    if diff is not None:
        (tmp_path / "fix.diff").write_text(diff)
    assert main(["check-fix", str(failing / WITNESS), "--patch", str(tmp_path / "fix.diff")]) == Exit.USER_ERROR
    out, err = capfd.readouterr()
    assert out == ""
    assert complaint in err
