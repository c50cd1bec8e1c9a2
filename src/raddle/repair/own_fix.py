"""Somebody's own fix for a stored failure, proved or broken: in: a witness, and a diff or a folder. Out: `CheckedFix`.

The original has to fail once more, or it is another input than that of the witness. Then the program is built with the
fix, and verified under that input; its first run goes along the witness's schedule as far as that can be followed. What
failed has to be there still (repair/still_there.py): a program without it is proved of something else.
"""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from raddle.base.cache import Cache
from raddle.base.errors import UserError
from raddle.base.process import run
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.kept_sources import texts_as_built
from raddle.capture.rebuild import Rebuilding, read_text
from raddle.capture.refused import CompileError, LinkError
from raddle.repair.failed_place import Failed, ends_in_a_statement, failed_place
from raddle.repair.places_before import ByLines, ByText
from raddle.repair.source.diffs import NotApplied, applied
from raddle.repair.still_there import Gone, StillThere, still_there
from raddle.replay.order import ReplayOrder
from raddle.replay.outcome import DATA_RACE, MEMORY_ERRORS, MISUSE, Outcome, outcome_of
from raddle.replay.replay import ReplayRequest
from raddle.replay.witness import is_witness
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.repaired import CheckedFix
from raddle.report.verified import Verified
from raddle.testing.given import failed_again, request_of
from raddle.testing.runs import Say, load_trace, same_test
from raddle.testing.tests import verified_on_grounds
from raddle.trace.walk import Trace
from raddle.verify.options import PROVABLE, VerifyOptions

HEADERS: Final = (".h", ".hh", ".hpp", ".hxx", ".H", ".h++", ".inc", ".def", ".ipp", ".tcc")
LONGEST_SAID: Final = 2000
NOT_KNOWN: Final = "which statement made the original fail is not known, so neither is whether it is still there"
LOOK_WHETHER: Final = "look whether the fix takes it away, or keeps everybody from it"
_VERDICTS: Final[Mapping[str, Literal["holds", "broken", "unknown"]]] = {
    "proved": "holds",
    "bug": "broken",
    "unknown": "unknown",
}


@dataclass(frozen=True, slots=True)
class Patch:
    diff: Path


@dataclass(frozen=True, slots=True)
class Tree:
    folder: Path
    build: str | None = None
    """A shell command; None: as the old program was built."""


@dataclass(frozen=True, slots=True)
class Texts:
    """By absolute path."""

    before: Mapping[str, str]
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A program with the fix in it."""

    image: ProgramImage
    changed: tuple[str, ...]
    texts: Texts | Path
    """Path: where it was built, of whatever is there."""
    notes: tuple[str, ...] = ()


def check_fix(
    order: ReplayOrder, fix: Patch | Tree, options: VerifyOptions, folder: Path, say: Say, progress: Stages
) -> CheckedFix:
    """`folder`: for what is recorded. ToolError: the original does not fail here."""
    if not is_witness(order.target):
        advice = "raddle check and raddle verify write one for each failure"
        what = "not a witness" if order.target.is_file() else "no such file"
        raise UserError(what, where=order.target, advice=advice)
    request = request_of(order, folder / "failing.rdl", say)
    properties = _properties(request.expected, options.properties, order.target)
    options = replace(options, properties=properties, called=f"{request.image.path.stem}-fixed")
    progress.stage("running")
    failing = load_trace(failed_again(request))
    progress.stage("building")
    fixed = _fixed(fix, request.image, say)
    found, changes, notes = _verified(request, fixed, failing, options, say, progress)
    if any(finding.observed for finding in found.findings):
        notes.append("it fails along the schedule of the witness, as far as that can be followed")
    verdict, notes = _VERDICTS[found.verdict], [*fixed.notes, *notes]
    return CheckedFix(request.image.path.name, verdict, found, fixed.changed, changes, tuple(notes))


def _verified(
    request: ReplayRequest, fixed: Fixed, failing: Trace, options: VerifyOptions, say: Say, progress: Stages
) -> tuple[Verified, tuple[str, ...], list[str]]:
    """With what has changed of the check that failed, and notes."""
    judges = ends_in_a_statement(request.expected or outcome_of(failing.recording))
    test = same_test(request, fixed.image.path)
    control = replace(test.control, segments=request.schedule.segments)  # what cannot be followed is skipped
    options = replace(options, again=judges)
    found, grounds = verified_on_grounds(replace(test, control=control), options, say, progress)
    if not judges or grounds is None:
        return found, (), []
    failed = failed_place(failing)
    if failed is None:
        return found, (), [NOT_KNOWN]
    still = still_there(failed, [model.trace for model in grounds.models], _before(fixed, request.image))
    looked = [f"{failed.what} was looked for by its text"] if isinstance(fixed.texts, Path) else []
    if failed.how == "crashed":  # no access is left that crashes: nothing has to judge that
        told = [f"{still.reason}: {failed}"] if isinstance(still, Gone) else _otherwise(failed, still.changes)
        return found, (), [*looked, *told]
    if isinstance(still, StillThere):
        return found, still.changes, looked
    gone = replace(found, verdict="unknown", reason=f"{still.reason}: {failed}", advice=LOOK_WHETHER)
    return gone, (), looked


def _otherwise(failed: Failed, changes: Iterable[str]) -> list[str]:
    return [f"{failed.what} is written otherwise now: {change}" for change in changes]


def _before(fixed: Fixed, image: ProgramImage) -> ByLines | ByText:
    if isinstance(fixed.texts, Texts):
        return ByLines(fixed.texts.before, fixed.texts.changed)
    return ByText(texts_as_built(image.notes, Cache.of_user()), fixed.texts)


def _properties(expected: Outcome | None, asked: tuple[Property, ...], where: Path) -> tuple[Property, ...]:
    """What has to be proved so that the stored failure cannot come again, and no deadlock in its place."""
    kind = "" if expected is None else expected.kind
    wanted: set[Property] = {"assertions", "deadlocks", *asked}
    if kind == DATA_RACE:
        wanted.add("races")
    elif kind in MEMORY_ERRORS:
        wanted.add("memory")
    elif kind == MISUSE:
        wanted.add("misuse")
    elif kind == "exit":
        wanted.add("exit")
    elif kind not in ("assert", "abort", "error", "signal", "deadlock"):
        raise UserError(f"that this cannot come again is nothing that verify proves: {expected}", where=where)
    return tuple(one for one in PROVABLE if one in wanted) + tuple(one for one in wanted if one not in PROVABLE)


# ---- the program with the fix


def _fixed(fix: Patch | Tree, image: ProgramImage, say: Say) -> Fixed:
    if isinstance(fix, Tree) and not fix.folder.is_dir():
        raise UserError("no such folder", where=fix.folder, advice="--tree names the folder with the changed sources")
    if isinstance(fix, Tree) and fix.build is not None:
        return _built_there(fix.folder.absolute(), fix.build, image, say)
    again = Rebuilding.of(image, say)
    if isinstance(fix, Patch):
        texts, notes = _patched(fix.diff, again), tuple[str, ...]()
    else:
        texts, notes = _of_tree(fix.folder.absolute(), again)
    if not texts:
        where = fix.diff if isinstance(fix, Patch) else fix.folder
        raise UserError("it changes nothing: the sources are as they were", where=where)
    try:
        program = again.program(texts)
    except (CompileError, LinkError) as error:
        where = fix.diff if isinstance(fix, Patch) else fix.folder
        raise UserError(f"with the fix the program {error.what}", where=where) from error
    names = again.names
    return Fixed(load_image(program), tuple(names.get(path, path) for path in texts), Texts(again.texts, texts), notes)


def _patched(diff: Path, again: Rebuilding) -> dict[str, str]:
    below = {path: os.path.relpath(path, again.root) for path in again.texts}
    after = applied(read_text(diff), again.texts, below)
    if isinstance(after, NotApplied):
        advice = f"it must be a unified diff against: {', '.join(sorted(again.names.values()))}"
        raise UserError(f"the patch does not apply: {after.reason}", where=diff, advice=advice)
    for path in again.texts.keys() - after.keys():
        raise UserError(f"it removes a source: {path}", where=diff, advice="--tree DIR --build CMD")
    whole = {os.path.normpath(again.root / path): text for path, text in after.items()}
    return {path: text for path, text in whole.items() if again.texts.get(path) != text}


def _of_tree(tree: Path, again: Rebuilding) -> tuple[dict[str, str], tuple[str, ...]]:
    """What differs in it, and headers that are new."""
    root = _root_like(tree, again)
    texts, missing = dict[str, str](), list[str]()
    for path, text in again.texts.items():
        own = tree / os.path.relpath(path, root)
        if not Path(path).is_relative_to(root) or not own.is_file():
            missing.append(again.names[path])
        elif (other := read_text(own)) != text:
            texts[path] = other
    for own in _headers(tree):
        path = os.path.normpath(root / own.relative_to(tree))
        if path not in again.texts and not Path(path).exists():
            texts[path] = read_text(own)
    notes = (f"taken as before, since the tree does not have them: {', '.join(missing)}",) if missing else ()
    return texts, notes


def _root_like(tree: Path, again: Rebuilding) -> Path:
    """The folder that the tree stands for: the one below which it has most of the sources."""
    common = Path(os.path.commonpath([Path(path).parent for path in again.texts]))
    candidates = list(dict.fromkeys((again.root, common, *again.root.parents, *common.parents)))

    def found(root: Path) -> int:
        below = [path for path in again.texts if Path(path).is_relative_to(root)]
        return sum((tree / os.path.relpath(path, root)).is_file() for path in below)

    best = max(candidates, key=found)
    if not found(best):
        advice = f"the program was built of: {', '.join(sorted(again.names.values()))}"
        raise UserError("it has none of the sources", where=tree, advice=advice)
    return best


def _headers(tree: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(tree):
        yield from (Path(folder) / name for name in names if name.endswith(HEADERS))


def _built_there(tree: Path, command: str, image: ProgramImage, say: Say) -> Fixed:
    say(f"in {tree}: {command}")
    environment = os.environ | {"CC": _compiler("cc"), "CXX": _compiler("c++")}
    done = run(["/bin/sh", "-c", command], cwd=tree, env=environment, stdin=None)
    if not done.ok:
        said = (done.stdout_text + done.stderr_text).strip()[-LONGEST_SAID:]
        raise UserError(f"the build failed ({done.ending}): {command}\n{said}", where=tree)
    program = _program_in(tree, image.path)
    built = load_image(program)
    notes = ("the build made the very program of the witness",) * (built.sha256 == image.sha256)
    return Fixed(built, (str(tree),), tree, notes)


def _program_in(tree: Path, old: Path) -> Path:
    """Where it stood in the old tree, as far up as there is something."""
    parts = old.parts[1:]
    for begin in range(len(parts)):
        place = tree.joinpath(*parts[begin:])
        if place.is_file():
            return place
    advice = f"it was looked for as {old.name}, and as the end of {old}"
    raise UserError("the build made no program of that name", where=tree, advice=advice)


def _compiler(command: str) -> str:
    """The command beside our python where it is installed: some builds take no words behind a compiler's name."""
    script = Path(sys.executable).with_name(f"raddle-{command}")
    return str(script) if os.access(script, os.X_OK) else f"{shlex.quote(sys.executable)} -m raddle {command}"
