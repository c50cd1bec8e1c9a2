"""Each rule of model/rules broken on purpose, one at a time: one of the comparisons of tests/support/rules_judged.py
must notice it, on one of SIZE random subjects. They are asked in turn, up to the first that does; with --all, all.

    python -m tests.campaigns.rule_mutants --size 600 [--only NAME] [--all]
        [--by history,library,passes,states,paths,goals,checks,real]
"""

import argparse
import importlib
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

from raddle.base.process import run
from tests.support.broken_rules import MUTANTS, Mutant

LIMIT_S: Final = 600
SCRIPTS: Final = 330
"""That the C library runs."""
BY: Final = "history,library,passes,states,paths,goals,checks,real"


class _Broken(SourceFileLoader):
    """Loads a module with another text than its file has."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        text, mutant = Path(self.path).read_text(encoding="utf-8"), self._mutant
        if text.count(mutant.old) != 1:
            raise ValueError(f"{self.path} has {text.count(mutant.old)} times: {mutant.old}")
        code = compile(text.replace(mutant.old, mutant.new), self.path, "exec")
        assert isinstance(code, CodeType)
        return code


class _Finder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != f"raddle.model.rules.{self._mutant.file}":
            return None
        spec = PathFinder.find_spec(fullname, path)  # type: ignore[arg-type]
        if spec is not None and spec.origin is not None:
            spec.loader = _Broken(fullname, spec.origin, self._mutant)
        return spec


def judge(name: str, by: Sequence[str], size: int, ran: Path) -> int:
    """In a process of its own, in which the rule is broken before anybody has seen it."""
    assert not any(module.startswith("raddle.model.rules") for module in sys.modules)
    broken = [mutant for mutant in MUTANTS if mutant.name == name]
    sys.meta_path[:0] = [_Finder(mutant) for mutant in broken]
    file = broken[0].file if broken else ""
    judged: list[str] = importlib.import_module("tests.support.rules_judged").judged(by, size, ran, file)
    print(", ".join(judged))
    return 0


def noticed_by(name: str, names: Sequence[str], size: int, ran: Path) -> str:
    """In words; empty: nobody notices."""
    words = ["--judge", name, "--by", ",".join(names), "--size", str(size), "--ran", str(ran)]
    finished = run([sys.executable, "-m", "tests.campaigns.rule_mutants", *words], limit_s=LIMIT_S)
    return finished.stdout_text.strip() if finished.ok else f"its own death: {finished.stderr_text[-200:]}"


def run_on_the_library(ran: Path, folder: Path) -> None:
    """In a process of its own: no rule is to have been seen here."""
    command = [sys.executable, "-m", "tests.support.judged_library", str(ran), str(folder), str(SCRIPTS)]
    finished = run(command, limit_s=LIMIT_S)
    assert finished.ok, finished.stderr_text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=600)
    parser.add_argument("--only", default="", help="those with this in their names or files")
    parser.add_argument("--by", default=BY)
    parser.add_argument("--all", action="store_true", help="all are asked, though one has noticed")
    parser.add_argument("--judge", help=argparse.SUPPRESS)
    parser.add_argument("--ran", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.by.split(",")
    if options.judge is not None:
        return judge(options.judge, names, options.size, options.ran)
    asked = [one for one in MUTANTS if options.only in one.name or options.only == one.file]
    missed, by = 0, Counter[str]()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        ran = Path(folder) / "ran"
        if "library" in names:
            run_on_the_library(ran, Path(folder))
        for name in names:
            said = noticed_by("", [name], min(options.size, 20), ran)
            assert not said, f"no rule is broken, and yet: {said}"
        for mutant in asked:
            groups = [names] if options.all else [[name] for name in names]
            found = next((said for group in groups if (said := noticed_by(mutant.name, group, options.size, ran))), "")
            missed += not found
            by.update(one.split()[0] for one in found.split(", ") if one)
            print(f"{mutant.file}: {mutant.name}: {f'noticed by {found}' if found else 'NOT NOTICED'}", flush=True)
    print(f"{missed} of {len(asked)} not noticed; {dict(by)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
