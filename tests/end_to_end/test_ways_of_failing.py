"""However a test says "failed": the bug is found, confirmed, explained and repaired; a right fix is proved, and a wrong
one broken, also where the source was edited in place."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.time_limit import INTERRUPTED, TimeIsOver
from raddle.base.toolchain import find_toolchain
from raddle.repair.choosing import Choice
from raddle.repair.repairing import _Trying
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

TEXT = """#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
MORE
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int failures;
static void check_failed(int found) { fprintf(stderr, "found %d\\n", found); failures++; }
static int get(void) { pthread_mutex_lock(&mutex); int now = value; pthread_mutex_unlock(&mutex); return now; }
static void set(int next) { pthread_mutex_lock(&mutex); value = next; pthread_mutex_unlock(&mutex); }
static void *add(void *given) {
    int amount = *(int *)given;
    set(get() + amount);
    return NULL;
}
BEGIN {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, add, &one);
    pthread_create(&b, NULL, add, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    END
}
"""
ADDS = "    set(get() + amount);\n"
RIGHT = "    pthread_mutex_lock(&mutex);\n    value += amount;\n    pthread_mutex_unlock(&mutex);\n"
WRONG = "    int before = get();\n    set(amount + before);\n"
DOCTEST = Path("/usr/include/doctest/doctest.h")


@dataclass(frozen=True)
class Way:
    end: str
    kind: str
    """Of the finding."""
    language: str = "c"
    more: str = ""
    begin: str = "int main(void)"
    flags: tuple[str, ...] = ()

    def text(self) -> str:
        return TEXT.replace("MORE", self.more).replace("BEGIN", self.begin).replace("END", self.end)


WAYS = {
    "return": Way("return value == 3 ? 0 : 1;", "exit"),
    "exit": Way("if (value != 3) exit(2); return 0;", "exit"),
    "_exit": Way("if (value != 3) _exit(2); return 0;", "exit"),
    "signal": Way("if (value != 3) raise(SIGTERM); return 0;", "failure"),
    "crash": Way("if (value != 3) *(volatile int *)0 = 1; return 0;", "memory"),
    "fails-at": Way(
        "if (value != 3) check_failed(value); return failures;", "assertion", flags=("--fails-at", "check_failed")
    ),
    "exception": Way(
        'if (value != 3) throw std::runtime_error("lost"); return 0;', "assertion", "cpp", "#include <stdexcept>"
    ),
}


def source(folder: Path, way: Way, adds: str = ADDS) -> Path:
    folder.mkdir(exist_ok=True)
    place = folder / f"adding.{way.language}"
    place.write_text(way.text().replace(ADDS, adds))
    return place


def witness(folder: Path, way: Way) -> Path:
    """Of the one finding of `check`."""
    done = raddle("check", source(folder, way), *way.flags, "--no-explain", "--format", "json", cwd=folder)
    assert done.status == 1, done.err
    (finding,) = json.loads(done.out)["findings"]
    assert (finding["kind"], finding["status"]) == (way.kind, "confirmed")
    return folder / finding["witness"]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_it_is_found_and_explained_and_fixes_are_judged(way: Way, tmp_path: Path) -> None:
    failing = witness(tmp_path, way)
    assert "atomicity violation" in raddle("explain", failing, cwd=tmp_path).out
    for adds, status in ((RIGHT, 0), (WRONG, 1)):
        source(tmp_path, way, adds)  # in place: the witness is one of the text that was there
        done = raddle("check-fix", failing, "--tree", ".", cwd=tmp_path)
        assert done.status == status, done.out + done.err


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_it_is_repaired(way: Way, tmp_path: Path) -> None:
    failing, patches = witness(tmp_path, way), tmp_path / "patches"
    patches.mkdir()
    repaired = raddle("repair", failing, "--patches", patches, cwd=tmp_path)
    assert repaired.status == 0, repaired.out + repaired.err
    assert raddle("check-fix", failing, "--patch", sorted(patches.iterdir())[0], cwd=tmp_path).status == 0


def test_repair_and_a_diff_are_about_what_was_built_though_it_was_edited_since(tmp_path: Path) -> None:
    way = WAYS["return"]
    failing, patches = witness(tmp_path, way), tmp_path / "patches"
    patches.mkdir()
    place = source(tmp_path, way, RIGHT)
    repaired = raddle("repair", failing, "--patches", patches, cwd=tmp_path)
    assert repaired.status == 0, repaired.err
    assert raddle("check-fix", failing, "--patch", sorted(patches.iterdir())[0], cwd=tmp_path).status == 0
    applied = raddle("repair", failing, "--apply", cwd=tmp_path)
    assert (applied.status, "it has changed" in applied.err) == (2, True)
    assert place.read_text() == way.text().replace(ADDS, RIGHT)
    unchanged = source(tmp_path, way)
    same = raddle("check-fix", failing, "--tree", ".", cwd=tmp_path)
    assert (same.status, "it changes nothing" in same.err, unchanged.exists()) == (2, True, True)


@pytest.mark.slow
@pytest.mark.parametrize(("adds", "status"), [(WRONG, 1), (RIGHT, 0)], ids=["wrong", "right"])
def test_a_check_of_a_framework_that_is_compiled_with_the_test_is_one_of_these_ways(
    adds: str, status: int, tmp_path: Path
) -> None:
    if not DOCTEST.exists():
        pytest.skip("doctest is not installed")
    zig = find_toolchain(Cache.of_user()).kind == "zig"
    way = Way(
        "CHECK(value == 3);",
        "assertion",
        "cpp",
        "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>",
        'TEST_CASE("adding")',
        ("--property", "assertions,exit", *(("-idirafter", "/usr/include") if zig else ())),
    )
    failing = witness(tmp_path, way)
    source(tmp_path, way, adds)
    assert raddle("check-fix", failing, "--tree", ".", cwd=tmp_path).status == status


def test_a_repair_that_is_interrupted_tells_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = witness(tmp_path, WAYS["return"])
    taken, most = _Trying.take, 0

    def interrupted(self: _Trying, choice: Choice) -> None:
        if len(self.tried) == most:
            raise TimeIsOver(INTERRUPTED)
        taken(self, choice)

    monkeypatch.setattr(_Trying, "take", interrupted)
    before = raddle("repair", failing, cwd=tmp_path)
    assert (before.status, "line 11 of main.1 reads value before" in before.out) == (3, True)
    most = 1
    behind = raddle("repair", failing, "--format", "json", cwd=tmp_path)
    assert (behind.status, json.loads(behind.out)["complete"]) == (0, False)
