"""`check-fix` says HOLDS of no fix that takes the judge away, whichever way the test had of failing."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.end_to_end.test_check_fix import BANK, FAILING, LOCKED, changed
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PASSING = "    return 0;\n"
HELPER = "static void check(int right)\n{\n    if (!right)\n        exit(1);\n}\n"
ASSERTING = "static void check(int right)\n{\n    assert(right);\n}\n"
JUDGES = {
    "a status that is computed": (
        {PASSING: "    return balance == 2 ? 0 : 1;\n"},
        ("return balance == 2 ? 0 : 1", "return 0"),
    ),
    "a status behind a condition": (
        {PASSING: "    if (balance != 2)\n        return 1;\n    return 0;\n"},
        ("        return 1;\n", "        ;\n"),
    ),
    "exit": ({FAILING: "    if (balance != 2)\n        exit(1);\n"}, ("exit(1)", "(void)0")),
    "_exit": (
        {"#include <stdlib.h>": "#include <unistd.h>", FAILING: "    if (balance != 2)\n        _exit(3);\n"},
        ("_exit(3)", "(void)0"),
    ),
    "abort": ({FAILING: "    if (balance != 2)\n        abort();\n"}, ("abort();", ";")),
    "abort under what never holds": ({FAILING: "    if (balance != 2)\n        abort();\n"}, ("balance != 2", "0")),
    "abort of several ways": (
        {FAILING: "    switch (balance) {\n    case 2:\n        break;\n    default:\n        abort();\n    }\n"},
        ("abort();", "break;"),
    ),
    "a signal of its own": (
        {
            "#include <stdlib.h>": "#include <signal.h>",
            FAILING: "    if (balance != 2)\n        raise(SIGTERM);\n",
        },
        ("raise(SIGTERM)", "(void)0"),
    ),
    "a helper, of which other calls are left": (
        {"int main": HELPER + "int main", FAILING: "    check(balance > 0);\n    check(balance == 2);\n"},
        ("    check(balance == 2);\n", ""),
    ),
    "an assertion in a helper": (
        {"int main": ASSERTING + "int main", FAILING: "    check(balance > 0);\n    check(balance == 2);\n"},
        ("    check(balance == 2);\n", ""),
    ),
    "an exception": (
        {
            "#include <stdlib.h>": "#include <stdexcept>",
            FAILING: '    if (balance != 2)\n        throw std::runtime_error("lost");\n',
        },
        ('throw std::runtime_error("lost");', ";"),
    ),
    "an exception of the library": (
        {
            "#include <stdlib.h>": "#include <vector>",
            FAILING: "    std::vector<int> kept{1, 2};\n    kept.at(balance - 1) = 1;\n"
            "    kept.at(4 - 2 * balance) = 1;\n",
        },
        ("    kept.at(4 - 2 * balance) = 1;\n", ""),
    ),
}


def written(judge: str, tmp_path: Path) -> tuple[str, str, Path, tuple[str, str]]:
    """File, source, witness, and the change that takes the judge away."""
    replaced, gone = JUDGES[judge]
    source = BANK
    for old, new in {"    assert(balance > 0);\n": "", FAILING: "", **replaced}.items():
        source = source.replace(old, new, 1)
    name = "bank.cpp" if "exception" in judge else "bank.c"
    (tmp_path / name).write_text(source)
    said = raddle("verify", name, "--no-explain", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.out + said.err
    (witness,) = tmp_path.glob("*.witness")
    return name, source, witness, gone


@pytest.mark.parametrize("judge", JUDGES)
def test_a_fix_that_takes_the_judge_away_is_not_said_to_hold(tmp_path: Path, judge: str) -> None:
    name, source, witness, gone = written(judge, tmp_path)
    tree = changed(tmp_path, name, source, gone)
    said = raddle("check-fix", witness, "--tree", tree, cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE, said.out + said.err
    assert "look whether the fix takes it away" in said.out
    right = changed(tmp_path, name, source, *LOCKED)
    said = raddle("check-fix", witness, "--tree", right, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err
    assert "otherwise" not in said.out


@pytest.mark.parametrize("judge", JUDGES)
def test_it_is_found_by_its_text_where_the_fix_was_built_elsewhere(tmp_path: Path, judge: str) -> None:
    name, source, witness, gone = written(judge, tmp_path)
    build = ("--build", f"{'$CXX' if name.endswith('pp') else '$CC'} {name} -o {Path(name).stem}")
    (tmp_path / name).write_text("")
    tree = changed(tmp_path, name, source, gone)
    said = raddle("check-fix", witness, "--tree", tree, *build, cwd=tmp_path)
    assert said.status == Exit.INCONCLUSIVE, said.out + said.err
    assert "look whether the fix takes it away" in said.out
    right = changed(tmp_path, name, source, *LOCKED)
    said = raddle("check-fix", witness, "--tree", right, *build, cwd=tmp_path)
    assert "THE FIX HOLDS" in said.out, said.out + said.err


@pytest.mark.parametrize(
    ("judge", "weaker"),
    [
        ("a status that is computed", ("balance == 2", "balance <= 2")),
        ("a status behind a condition", ("balance != 2", "balance > 2")),
        ("abort", ("balance != 2", "balance > 2")),
        ("an assertion in a helper", ("check(balance == 2)", "check(balance <= 2)")),
    ],
)
def test_a_judge_that_asks_for_less_is_told(tmp_path: Path, judge: str, weaker: tuple[str, str]) -> None:
    name, source, witness, _ = written(judge, tmp_path)
    tree = changed(tmp_path, name, source, weaker)
    said = " ".join(raddle("check-fix", witness, "--tree", tree, cwd=tmp_path).out.split())
    assert "THE FIX HOLDS" in said
    before = next(line.strip() for line in source.split("\n") if weaker[0] in line)
    assert f"written otherwise now: `{before}` is `{before.replace(*weaker)}`. Look whether" in said


def test_where_a_crash_was_nothing_has_to_be_left_and_that_is_told(tmp_path: Path) -> None:
    crash = "    int *kept = balance == 2 ? &balance : 0;\n    *kept = 1;\n"
    source = BANK.replace("    assert(balance > 0);\n", "").replace(FAILING, crash)
    (tmp_path / "bank.c").write_text(source)
    assert raddle("verify", "bank.c", "--no-explain", cwd=tmp_path).status == Exit.FINDING
    (witness,) = tmp_path.glob("*.witness")
    tree = changed(tmp_path, "bank.c", source, ("    *kept = 1;\n", ""))
    said = " ".join(raddle("check-fix", witness, "--tree", tree, cwd=tmp_path).out.split())
    assert "THE FIX HOLDS" in said
    assert "what crashed is no longer there: bank.c:19" in said
