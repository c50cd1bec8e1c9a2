"""What was typed, as what is to be built and run."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS, Failing
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.options.words import Words
from raddle.report.suppressions import find_suppressions, load_fails_at
from raddle.testing.runs import RecordOrder, Sources

SOURCE_SUFFIXES: Final = (".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".c++", ".ii")


def record_order(words: Words, chosen: argparse.Namespace, stdin: bytes | None) -> RecordOrder:
    return RecordOrder(
        program=_what_to_run(words),
        recording=chosen.recording,
        arguments=tuple(words.arguments),
        control=Control(
            policy=DefaultPolicy() if chosen.seed is None else RandomPolicy(chosen.seed),
            nondet=chosen.nondet,
            nondet_seed=chosen.nondet_seed,
            spurious=chosen.spurious,
            events=chosen.events,
            most_bytes=chosen.max_size,
            failing=_failing(words, chosen),
        ),
        stdin=stdin,
        before=chosen.before,
    )


def _failing(words: Words, chosen: argparse.Namespace) -> Failing:
    """What says that the test has failed: its exit status, and calls that the user names, also in raddle.toml."""
    given: Failing = chosen.exit_status or BY_STATUS
    file = getattr(chosen, "suppressions", None) or find_suppressions([Path(name) for name in words.files])
    named = (*(chosen.fails_at or ()), *(() if file is None else load_fails_at(file)))
    return replace(given, fails_at=tuple(dict.fromkeys(named)))


def _what_to_run(words: Words) -> Sources | Path:
    if not words.files:
        raise UserError("nothing to run", advice="give C files, or a program built with `raddle cc`")
    sources = [name for name in words.files if name.endswith(SOURCE_SUFFIXES)]
    if not sources:
        if len(words.files) > 1:
            advice = f"put arguments of the program behind --, as in: raddle record {words.files[0]} -- ..."
            raise UserError(f"more than one program: {' '.join(words.files)}", advice=advice)
        if words.flags:
            raise UserError(f"a built program takes no compiler flags: {' '.join(words.flags)}")
        return Path(words.files[0])
    if len(sources) != len(words.files):
        odd = next(name for name in words.files if name not in sources)
        raise UserError("neither a C file nor a flag", where=odd, advice="put arguments of the program behind --")
    for name in sources:
        if not Path(name).is_file():
            raise UserError("not a regular file" if Path(name).exists() else "no such file", where=name)
    return Sources(tuple(map(Path, sources)), tuple(words.flags))
