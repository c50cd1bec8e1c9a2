"""Unified diffs: made of two versions of some texts, and applied to texts.

`unified` writes what `git diff` would, without its `index` lines. `applied` does what `patch -p0` or `patch -p1` would:
a hunk may have moved by some lines, but every line of its context must be as the diff has it (no fuzz).
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

_NO_NEWLINE: Final = "\\ No newline at end of file\n"
_NOTHING: Final = "/dev/null"
_OF_GIT: Final = ("a/", "b/")
_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_UNSUPPORTED: Final = ("rename from ", "rename to ", "copy from ", "copy to ", "GIT binary patch", "Binary files ")


@dataclass(frozen=True, slots=True)
class NotApplied:
    """In words of the user: which file, which line of it, why."""

    reason: str


class _CannotApplyError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class _Hunk:
    start: int
    """The first line it is about, from 0 (for one that only adds: the line it adds before)."""
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    old_name: str
    new_name: str
    hunks: tuple[_Hunk, ...]


def unified(before: Mapping[str, str], after: Mapping[str, str], names: Mapping[str, str] | None = None) -> str:
    """Of the files in `after`; one that is not in `before` is new. `names`: how a file is called in the diff."""
    parts = []
    for file in sorted(after):
        if before.get(file) == after[file]:
            continue
        shown = (names or {}).get(file, file)
        old, new = (shown, shown) if shown.startswith("/") else (f"a/{shown}", f"b/{shown}")
        if file not in before:
            old = _NOTHING
        lines = difflib.unified_diff(_lines(before.get(file, "")), _lines(after[file]), old, new)
        parts.append("".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in lines))
    return "".join(parts)


def applied(
    diff: str, texts: Mapping[str, str], names: Mapping[str, str] | None = None
) -> Mapping[str, str] | NotApplied:
    """All texts, with the diff applied; a new file has the name that the diff gives it, a deleted one is gone. `names`:
    what a file is called from where the diff is likely to have been made."""
    try:
        changes = list(_changes(diff))
        if not changes:
            raise _CannotApplyError("there is no unified diff in it")
        result = dict(texts)
        for change in changes:
            _apply(change, result, names or {})
        return result
    except _CannotApplyError as cannot:
        return NotApplied(str(cannot))


def _lines(text: str) -> list[str]:
    """With their ends; only a line feed ends a line."""
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _changes(diff: str) -> Iterator[_Change]:
    lines = _lines(diff)
    if any(line.startswith("--- ") and line.endswith("\r\n") for line in lines):
        lines = [line[:-2] + "\n" if line.endswith("\r\n") else line for line in lines]
    at = 0
    while at < len(lines):
        unsupported = next((sign for sign in _UNSUPPORTED if lines[at].startswith(sign)), None)
        if unsupported:
            raise _CannotApplyError(f"`{lines[at].strip()}` in the diff is not supported")
        if lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ "):
            names = (_name(lines[at]), _name(lines[at + 1]))
            at, hunks = _hunks(lines, at + 2)
            yield _Change(*names, tuple(hunks))
        elif lines[at].startswith("@@ "):
            raise _CannotApplyError(f"line {at + 1} of the diff begins a hunk, but no file was named before it")
        else:
            at += 1


def _name(line: str) -> str:
    return line[4:].split("\t", maxsplit=1)[0].strip()


def _hunks(lines: Sequence[str], at: int) -> tuple[int, list[_Hunk]]:
    hunks = []
    while at < len(lines) and (head := _HUNK.match(lines[at])):
        wanted = [1 if count is None else int(count) for count in (head[2], head[4])]
        begin = at
        at += 1
        body: list[tuple[str, str]] = []
        while at < len(lines) and (_counts(body) != wanted or lines[at].startswith("\\")):
            _take(lines[at], body, at)
            at += 1
        if _counts(body) != wanted:
            raise _CannotApplyError(f"the hunk at line {begin + 1} of the diff is cut off or malformed")
        old, new = (tuple(text for sign, text in body if sign in kept) for kept in (" -", " +"))
        hunks.append(_Hunk(int(head[1]) - 1 if old else int(head[1]), old, new))
    return at, hunks


def _counts(body: Sequence[tuple[str, str]]) -> list[int]:
    return [sum(1 for sign, _ in body if sign in kept) for kept in (" -", " +")]


def _take(line: str, body: list[tuple[str, str]], at: int) -> None:
    sign, rest = line[0], line[1:]
    if sign == "\\" and body:
        body[-1] = (body[-1][0], body[-1][1].removesuffix("\n"))
    elif sign in " -+":
        body.append((sign, rest))
    elif line in {"\n", "\r\n"}:
        body.append((" ", line))
    else:
        raise _CannotApplyError(f"line {at + 1} of the diff is neither context nor a change")


def _apply(change: _Change, texts: dict[str, str], names: Mapping[str, str]) -> None:
    if change.old_name == _NOTHING:
        file = _stripped(change.new_name)
        if _files(file, texts) or file in texts:
            raise _CannotApplyError(f"{file} is new in the diff, but there is one already")
        texts[file] = "".join(line for hunk in change.hunks for line in hunk.new)
        return
    file = _file(change, texts, names)
    text = _patched(file, _lines(texts[file]), change.hunks)
    if change.new_name == _NOTHING:
        if text:
            raise _CannotApplyError(f"{file} is deleted by the diff, but has lines that the diff does not have")
        del texts[file]
    else:
        texts[file] = text


def _file(change: _Change, texts: Mapping[str, str], names: Mapping[str, str]) -> str:
    """The text that is meant: by its whole name, and only where there is none of that name by the end of its path."""
    tried = _tried(change)
    by_name = [[file for file in texts if name in (file, names.get(file))] for name in tried]
    by_end = [_files(name, texts) for name in tried]
    for name, found in zip((*tried, *tried), (*by_name, *by_end), strict=True):
        if len(found) == 1:
            return found[0]
        if found:
            raise _CannotApplyError(f"{name} of the diff may be any of {', '.join(sorted(found))}")
    raise _CannotApplyError(f"the diff changes {_stripped(change.old_name)}, which is not one of the sources")


def _tried(change: _Change) -> tuple[str, ...]:
    """Names that the diff may mean, the likeliest first: a/x.c and b/x.c are x.c, though there may be a folder a."""
    as_they_are = [name for name in (change.old_name, change.new_name) if name != _NOTHING]
    stripped = [_stripped(name) for name in as_they_are]
    first = stripped if _are_prefixed(as_they_are) else as_they_are
    return tuple(dict.fromkeys((*first, *as_they_are, *stripped)))


def _are_prefixed(names: Sequence[str]) -> bool:
    """By a folder each that is none of the sources': they differ in it alone, or it is git's."""
    if len({_stripped(name) for name in names}) > 1:
        return False
    return len(set(names)) > 1 or (len(names) == 1 and names[0].startswith(_OF_GIT))


def _files(name: str, texts: Mapping[str, str]) -> list[str]:
    parts = PurePosixPath(name).parts
    return [file for file in texts if PurePosixPath(file).parts[-len(parts) :] == parts]


def _stripped(name: str) -> str:
    parts = PurePosixPath(name).parts
    if name.startswith("/"):
        return name
    return str(PurePosixPath(*parts[1:])) if len(parts) > 1 else name


def _patched(file: str, lines: list[str], hunks: Sequence[_Hunk]) -> str:
    result: list[str] = []
    done = moved = 0
    for hunk in hunks:
        at = _found(lines, hunk.old, hunk.start + moved, done)
        if at is None:
            where = f"{file}:{hunk.start + 1}"
            if hunk.new and _found(lines, hunk.new, hunk.start + moved, done) is not None:
                raise _CannotApplyError(f"the change at {where} seems to have been made already")
            raise _CannotApplyError(f"the lines that the diff changes at {where} are not as the diff has them")
        moved = at - hunk.start
        result += [*lines[done:at], *hunk.new]
        done = at + len(hunk.old)
    return "".join((*result, *lines[done:]))


def _found(lines: Sequence[str], wanted: Sequence[str], near: int, not_before: int) -> int | None:
    """The place nearest to `near` where these lines stand."""
    last = len(lines) - len(wanted)
    if not wanted:
        return min(max(near, not_before), len(lines))
    places = sorted(range(not_before, last + 1), key=lambda at: abs(at - near))
    return next((at for at in places if tuple(lines[at : at + len(wanted)]) == tuple(wanted)), None)
