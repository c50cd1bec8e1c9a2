"""What `raddle cc` builds keeps its IR through the tools of a build, and is the native program where raddle is not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.exits import Exit
from raddle.base.toolchain import find_toolchain
from raddle.capture.image import load_image, load_library
from raddle.trace.recording import load_recording
from tests.support import command
from tests.support.command import ENVIRONMENT, Said

COUNTER = """#include <pthread.h>
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int get(void) { pthread_mutex_lock(&lock); int now = value; pthread_mutex_unlock(&lock); return now; }
void set(int to) { pthread_mutex_lock(&lock); value = to; pthread_mutex_unlock(&lock); }
"""
MAIN = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int get(void);
void set(int);
static void *add(void *unused) { set(get() + 1); return unused; }
int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, add, 0);
    pthread_create(&other, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    printf("%d\\n", get());
    assert(get() == 2);
    return 0;
}
"""

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def run(*words: str | Path, cwd: Path, **more: str) -> Said:
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=ENVIRONMENT | more, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Said(done.returncode, done.stdout, done.stderr)


def raddle(*words: str | Path, cwd: Path, **more: str) -> Said:
    return command.raddle(*words, cwd=cwd, env=more)


def check_assertions(program: str, *, cwd: Path) -> Said:
    return command.check_assertions(program, cwd=cwd)


def made(folder: Path, line: str, **more: str) -> None:
    said = raddle(*line.split(), cwd=folder, **more)
    assert (said.status, said.out, said.err) == (0, "", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "counter.c").write_text(COUNTER)
    (tmp_path / "main.c").write_text(MAIN)
    return tmp_path


def finds_the_lost_update(folder: Path, program: str = "prog") -> Said:
    said = check_assertions(f"./{program}", cwd=folder)
    assert said.status == Exit.FINDING, said.out + said.err
    assert "main.c:14: assertion can fail: get() == 2" in said.out
    assert "CONFIRMED" in said.out
    return said


def test_through_an_archive_and_a_relocatable_link(folder: Path) -> None:
    made(folder, "cc -c counter.c main.c")
    assert run("ld", "-r", "main.o", "-o", "whole.o", cwd=folder).status == 0
    assert run("ar", "rcs", "libcounter.a", "counter.o", cwd=folder).status == 0
    made(folder, "cc whole.o -L. -lcounter -o prog")
    assert len(load_image(folder / "prog").modules) == 3  # and what runs handlers at the end
    finds_the_lost_update(folder)


@pytest.mark.parametrize("how", [["strip"], ["strip", "-s"], ["strip", "--strip-unneeded"], ["llvm-strip-19", "-s"]])
def test_what_is_stripped_can_still_be_checked(folder: Path, how: list[str]) -> None:
    if shutil.which(how[0]) is None:
        pytest.skip(f"not installed: {how[0]}")
    made(folder, "cc -shared counter.c -o libcounter.so")
    made(folder, "cc main.c -L. -lcounter -Wl,-rpath,$ORIGIN -o prog")
    for name in ("prog", "libcounter.so"):
        assert run(*how, name, cwd=folder).status == 0
    assert run("./prog", cwd=folder) == Said(0, "2\n", "")
    finds_the_lost_update(folder)


@pytest.mark.parametrize(
    "flags",
    [
        "-Wl,-z,defs",
        "-Wl,-Bsymbolic",
        "-Wl,--version-script=only_get_set",
        "-fvisibility=hidden",
        "-Wl,--gc-sections -ffunction-sections",
    ],
)
def test_a_library_keeps_its_hooks_however_it_is_linked(folder: Path, flags: str) -> None:
    (folder / "only_get_set").write_text("{ global: get; set; local: *; };\n")
    text = COUNTER.replace("void set(", '__attribute__((visibility("default"))) void set(')
    text = text.replace("int get(", '__attribute__((visibility("default"))) int get(')
    (folder / "counter.c").write_text(text)
    made(folder, f"cc -shared counter.c -o libcounter.so {flags}")
    made(folder, "cc main.c -L. -lcounter -Wl,-rpath,$ORIGIN -o prog")
    finds_the_lost_update(folder)


def test_a_library_that_has_changed_is_named(folder: Path) -> None:
    made(folder, "cc -shared counter.c -o libcounter.so")
    made(folder, "cc main.c -L. -lcounter -Wl,-rpath,$ORIGIN -o prog")
    assert raddle("record", "./prog", "-o", "r.rdl", cwd=folder).status == 0
    recording = load_recording(folder / "r.rdl")
    assert [Path(library.path).name for library in recording.libraries] == ["libcounter.so"]
    assert recording.libraries[0].sha256 == load_library(folder / "libcounter.so").sha256
    assert raddle("replay", "r.rdl", cwd=folder).status == 0
    (folder / "counter.c").write_text(COUNTER + "int another;\n")
    made(folder, "cc -shared counter.c -o libcounter.so")
    said = raddle("replay", "r.rdl", cwd=folder)
    assert said.status == Exit.USER_ERROR
    assert "libcounter.so: the library has changed since it was recorded" in said.err


def test_an_instrumented_library_works_in_a_native_program(folder: Path) -> None:
    made(folder, "cc -shared counter.c -o libcounter.so")
    compiler = find_toolchain(Cache.of_user()).command
    words = ["main.c", "-pthread", "-L.", "-lcounter", "-Wl,-rpath,$ORIGIN", "-o", "native"]
    assert run(*compiler, *words, cwd=folder).status == 0
    assert run("./native", cwd=folder) == Said(0, "2\n", "")


PLUGIN = """#include <stdio.h>
#include <stdlib.h>
int call_back(int);
static int begun, *kept;
__attribute__((constructor)) static void begin(void) { begun++; kept = malloc(sizeof *kept); *kept = 3; }
__attribute__((destructor)) static void end(void) { printf("end %d\\n", begun); }
int own(void) { return 7; }
int work(int x) { return call_back(x) + begun + *kept + own(); }
"""
HOST = """#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static int base = 10, count;
int call_back(int x) { return x + base; }
int own(void) { return 1000; }
static void *load(void *flags) {
    void *plugin = dlopen("./plugin.so", (int)(long)flags);
    int (*work)(int) = (int (*)(int))dlsym(plugin, "work");
    printf("%d\\n", work(1));
    dlclose(plugin);
    count++;
    return 0;
}
static void *other(void *unused) { count++; return unused; }
int main(void) {
    pthread_t one, two;
    pthread_create(&two, 0, other, 0);
    pthread_create(&one, 0, load, (void *)(long)(RTLD_NOW | RTLD_LOCAL | EXTRA));
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count == 2);
    return 0;
}
"""


@pytest.mark.parametrize("extra", ["0", "RTLD_DEEPBIND"])
def test_a_plugin_is_followed_from_a_thread_that_loads_it(tmp_path: Path, extra: str) -> None:
    """Only what the program exported before is exported: the plug-in's own() is its own."""
    (tmp_path / "plugin.c").write_text(PLUGIN)
    (tmp_path / "host.c").write_text("#define _GNU_SOURCE\n" + HOST)
    made(tmp_path, "cc -shared -fPIC plugin.c -o plugin.so")
    made(tmp_path, f"cc host.c -DEXTRA={extra} -Wl,--export-dynamic-symbol=call_back -o prog")
    assert run("./prog", cwd=tmp_path) == Said(0, "22\nend 1\n", "")
    said = raddle("record", "./prog", "-o", "r.rdl", cwd=tmp_path)
    assert said.status == 0 and "22\n" in said.out
    shown = raddle("show", "r.rdl", cwd=tmp_path)
    assert "plugin.c:5 begin" in shown.out and "host.c:7 call_back" in shown.out
    assert raddle("replay", "r.rdl", "--times", "3", cwd=tmp_path).status == 0
    checked = check_assertions("./prog", cwd=tmp_path)
    assert checked.status == Exit.FINDING, checked.out + checked.err
    assert "assertion can fail: count == 2" in checked.out


def test_an_exception_that_leaves_a_library_is_caught_or_it_is_said_why_not(tmp_path: Path) -> None:
    (tmp_path / "thrower.cpp").write_text(
        "#include <stdexcept>\nvoid thrower(int n) { if (n) throw std::out_of_range(\"far\"); }\n"
    )
    (tmp_path / "main.cpp").write_text(
        "#include <cstdio>\n#include <stdexcept>\nvoid thrower(int);\nint main(int argc, char **) {\n"
        '    try { thrower(argc > 1); } catch (const std::out_of_range &far) { std::puts(far.what()); }\n}\n'
    )
    made(tmp_path, "c++ -shared -fPIC thrower.cpp -o libthrower.so")
    made(tmp_path, "c++ main.cpp -L. -lthrower -Wl,-rpath,$ORIGIN -o prog")
    said = " ".join(raddle("check", "--property", "assertions", "./prog", "--", "far", cwd=tmp_path).out.split())
    own = "libthrower.so: zig puts a C++ library of its own into each shared library"
    if find_toolchain(Cache.of_user()).kind == "zig":
        assert own in said
    else:
        assert run("./prog", "far", cwd=tmp_path) == Said(0, "far\n", "")
        assert own not in said


def test_compiled_out_assertions_are_what_a_report_says_first(folder: Path) -> None:
    made(folder, "cc -DNDEBUG -c counter.c main.c")
    made(folder, "cc counter.o main.o -o prog")
    said = check_assertions("./prog", cwd=folder)
    assert said.out.startswith("Assertions were compiled out in 2 files (counter.c, main.c)")
    made(folder, "cc -DNDEBUG -c counter.c main.c", RADDLE_CFLAGS="-UNDEBUG")
    made(folder, "cc counter.o main.o -o prog")
    assert "compiled out" not in finds_the_lost_update(folder).out


def test_flags_that_were_left_out_are_told_once_for_the_program(folder: Path) -> None:
    made(folder, "cc -O2 -flto -c counter.c")
    made(folder, "cc -O2 -march=native -c main.c")
    made(folder, "cc -O2 -static counter.o main.o -o prog")
    said = raddle("record", "./prog", cwd=folder)
    assert said.err.count("left out of the build's flags") == 1
    assert all(flag in said.err.splitlines()[0] for flag in ("-O2", "-flto", "-march=native", "-static"))


def test_what_was_not_instrumented_is_named(folder: Path) -> None:
    compiler = find_toolchain(Cache.of_user()).command
    assert run(*compiler, "-c", "counter.c", cwd=folder).status == 0
    (folder / "low.S").write_text('.globl low\nlow: ret\n.section .note.GNU-stack,"",@progbits\n')
    made(folder, "cc main.c counter.o low.S -o prog")
    said = raddle("record", "./prog", cwd=folder)
    assert "linked in without being instrumented: counter.o, low.S" in said.err


@pytest.mark.parametrize("objects", ["main.o counter.o -L. -lother_main", "-L. -lother_main main.o counter.o"])
def test_a_main_of_ones_own_stands_before_one_in_an_archive(folder: Path, objects: str) -> None:
    """As with -lgtest_main behind a test that has a main, whatever comes first."""
    (folder / "other.c").write_text("int main(void) { return 77; }\n")
    compiler = find_toolchain(Cache.of_user()).command
    assert run(*compiler, "-c", "other.c", cwd=folder).status == 0
    assert run("ar", "rcs", "libother_main.a", "other.o", cwd=folder).status == 0
    made(folder, "cc -c main.c counter.c")
    made(folder, f"cc {objects} -o prog")
    assert run("./prog", cwd=folder) == Said(0, "2\n", "")
    finds_the_lost_update(folder)


@pytest.mark.parametrize("kind", ["rcs", "rcsT"])
def test_archives_and_thin_ones_are_looked_into(folder: Path, kind: str) -> None:
    """Their names are short, long, and those of files in other folders."""
    long = "counter_with_a_long_name.o"
    compiler = find_toolchain(Cache.of_user()).command
    assert run(*compiler, "-c", "counter.c", "-o", long, cwd=folder).status == 0
    made(folder, "cc -c counter.c -o counter.o")
    (folder / "sub").mkdir()
    assert run("ar", kind, "sub/plain.a", long, cwd=folder).status == 0
    assert run("ar", kind, "ours.a", "counter.o", long, cwd=folder).status == 0
    for archive in ("sub/plain.a", "ours.a"):
        made(folder, f"cc main.c {archive} -o prog")
        said = raddle("record", "./prog", cwd=folder)
        assert ("linked in without being instrumented: sub/plain.a" in said.err) == (archive != "ours.a")


@pytest.mark.parametrize(
    "flag", ["-m32", "-fopenmp", "--target=aarch64-linux-gnu", "--target=x86_64-linux-musl", "-mabi=ms"]
)
def test_what_cannot_be_followed_is_refused_by_name(folder: Path, flag: str) -> None:
    said = raddle("cc", flag, "-c", "main.c", cwd=folder)
    assert said.status == Exit.USER_ERROR
    assert said.err.startswith(f"raddle: {flag}: ")
    assert not (folder / "main.o").exists()


def test_old_c_is_taken_but_configure_hears_the_truth(tmp_path: Path) -> None:
    home, temporary = tmp_path / "project", tmp_path / "temporary"
    for place in (home / "old.c", home / "conftest.c", temporary / "asks.c"):
        place.parent.mkdir(exist_ok=True)
        place.write_text("main() { return undeclared_before(); }\nint undeclared_before() { return 0; }\n")
    more = {"TMPDIR": str(temporary)}
    assert raddle("cc", "-c", "old.c", cwd=home, **more).status == 0
    assert raddle("cc", "-c", "conftest.c", cwd=home, **more).status == 1
    assert raddle("cc", "-c", "../temporary/asks.c", cwd=home, **more).status == 1
    assert raddle("cc", "-c", "-Werror", "old.c", cwd=home, **more).status == 1
    assert raddle("cc", "old.o", "-o", "prog", cwd=home).status == 0
    assert "old.c: compiled with lenient flags" in raddle("record", "./prog", cwd=home).err


def test_a_program_leaves_nothing_behind_when_it_runs_alone(folder: Path) -> None:
    made(folder, "cc counter.c main.c -o prog")
    alone = folder / "alone"
    alone.mkdir()
    before = sorted(folder.rglob("*"))
    done = subprocess.run([folder / "prog"], cwd=alone, env={}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
    assert sorted(folder.rglob("*")) == before


def test_a_program_that_replaces_malloc_keeps_its_own(tmp_path: Path) -> None:
    """The loader calls it before the runtime has begun."""
    (tmp_path / "own.c").write_text(
        "#include <stdio.h>\n#include <stdlib.h>\nvoid *__libc_malloc(size_t);\nstatic int calls;\n"
        "void *malloc(size_t size) { calls++; return __libc_malloc(size); }\n"
        'int main(void) { int before = calls; free(malloc(8)); printf("%d\\n", calls - before); return 0; }\n'
    )
    made(tmp_path, "cc own.c -o prog")
    assert run("./prog", cwd=tmp_path) == Said(0, "1\n", "")


def test_two_builds_at_once_share_a_cold_cache(folder: Path) -> None:
    env = ENVIRONMENT | {"RADDLE_CACHE": str(folder / "cache")}
    words = [sys.executable, "-m", "raddle", "cc", "counter.c", "main.c", "-o"]
    running = [subprocess.Popen([*words, f"prog{number}"], cwd=folder, env=env) for number in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert run("./prog0", cwd=folder) == run("./prog1", cwd=folder) == Said(0, "2\n", "")


def test_ccache_takes_us_for_a_compiler(folder: Path) -> None:
    if shutil.which("ccache") is None:
        pytest.skip("not installed: ccache")
    script = folder / "raddle-cc"
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom raddle.wrapper import main_cc\nsys.exit(main_cc())\n")
    script.chmod(0o755)
    more = {"CCACHE_DIR": str(folder / "ccache"), "CCACHE_COMPILERTYPE": "clang"}
    for _ in range(2):
        (folder / "counter.o").unlink(missing_ok=True)
        assert run("ccache", script, "-O2", "-c", "counter.c", "-o", "counter.o", cwd=folder, **more).status == 0
    told = run("ccache", "--print-stats", cwd=folder, **more).out.split()
    hits = sum(int(told[told.index(name) + 1]) for name in ("direct_cache_hit", "preprocessed_cache_hit"))
    assert hits == 1
    made(folder, "cc main.c counter.o -o prog")
    finds_the_lost_update(folder)
