"""A program that was built with raddle, built again from other texts of its sources.

In: the program, which carries how it was built (capture/recipe.py), and texts. Out: a program. What it was built of is
what was kept (capture/kept_sources.py) where files were edited since then. The compiler is shown the texts where the
sources stand (-ivfsoverlay): nothing there is written, what others write there is not seen, includes are found as they
were, and places keep their names. What carries no recipe is linked as it was.
"""

import hashlib
import json
import os
import re
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final, Self

from raddle.base.cache import Cache
from raddle.base.errors import UserError
from raddle.base.native_code import native_folder
from raddle.base.toolchain import find_toolchain
from raddle.capture.build import Builder, Compilation, Link
from raddle.capture.command_line import LANGUAGE_OF_SUFFIX, Flag, Input, Item, Source
from raddle.capture.elf import is_archive
from raddle.capture.flags import Flags
from raddle.capture.image import ProgramImage
from raddle.capture.kept import keep_program
from raddle.capture.kept_sources import kept_sources
from raddle.capture.notes import BuildNote, notes_of_object
from raddle.capture.recipe import Compiling, Kind, Linking
from raddle.ir.debuginfo import DebugInfo, SourceFile

NOT_THE_SAME: Final = (
    "it does not compile to what the program was built of: it, a header, the compiler or raddle has changed"
)
NO_NEW_FILES: Final = "install clang, or let it be built there: --tree DIR --build CMD"
NO_RECIPE: Final = "the program does not say how it was built"
BUILD_AGAIN: Final = "build it with this raddle, without -ffile-prefix-map and its kin, and find the failure again"
CHANGED: Final = "it has changed since the program was built"
FIND_AGAIN: Final = "build the program of it as it is now, and find the failure again"
_NEAR_THE_TOP: Final = 2
_DIGESTS: Final = {"CSK_MD5": "md5", "CSK_SHA1": "sha1", "CSK_SHA256": "sha256"}
_WARNING: Final = re.compile(r"^(?P<file>[^\s:][^:]*)(?::\d+)*: (?P<text>warning: .*)$")
_AS_ERROR: Final = "-Werror="

Say = Callable[[str], None]


@dataclass(frozen=True)
class Unit:
    """One source of the program, and how it was compiled."""

    number: int
    source: str
    folder: Path
    recipe: Compiling
    note: BuildNote
    debug: DebugInfo

    @property
    def path(self) -> str:
        return os.path.normpath(self.folder / self.source)

    @property
    def order(self) -> Compilation:
        chosen = self.recipe.chosen
        language = chosen or LANGUAGE_OF_SUFFIX[Path(self.source).suffix]
        flags = Flags(
            tuple(Flag((word,)) for word in self.recipe.words), self.note.left_out, self.note.without_assertions
        )
        source = Source(self.source, language, chosen)
        return Compilation(source, flags, Path(), lenient=False, folder=self.folder)


class Rebuilding:
    """What does not change is compiled once. Keeps a folder of its own as long as it lives."""

    def __init__(self, image: ProgramImage, say: Say) -> None:
        self._image = image
        self._say = say
        self._note, self._linking = _linking(image)
        self._units = list(_units(image))
        if not self._units:
            raise UserError(NO_RECIPE, where=image.path, advice=BUILD_AGAIN)
        self._cache = Cache.of_user()
        self._builder = Builder(find_toolchain(self._cache), self._cache)
        self._kept = tempfile.TemporaryDirectory(prefix="raddle-")
        self._needs: dict[int, frozenset[str]] = {}
        """Unit -> the user's files that it is compiled of."""
        self._warned: dict[int, Counter[str]] = {}
        self.texts: Mapping[str, str] = {}
        """The user's own sources and headers as they were then, by absolute path; line ends and odd bytes stay."""
        self._as_built: dict[str, str] = {}
        """Of these what was edited since then, and kept."""

    @classmethod
    def of(cls, image: ProgramImage, say: Say = lambda _note: None) -> Self:
        """UserError: the program cannot be built again, or no longer of what it was built of."""
        again = cls(image, say)
        for unit in again._units:
            again._make_as_it_was(unit)
        paths = sorted(set().union(*again._needs.values()))
        kept = again._as_built
        again.texts = {path: kept[path] if path in kept else read_text(Path(path)) for path in paths}
        return again

    @property
    def edited(self) -> Sequence[str]:
        """Which of the texts the files do not have any more."""
        return sorted(self._as_built.keys() & self.texts.keys())

    @property
    def units(self) -> Sequence[frozenset[str]]:
        """For each compilation, which of these files it read."""
        return list(self._needs.values())

    @property
    def names(self) -> Mapping[str, str]:
        """What to call each of them: by its way from the root; as it is where the root is next to that of the disk."""
        far = len(self.root.parts) <= _NEAR_THE_TOP
        return {path: path if far else os.path.relpath(path, self.root) for path in self.texts}

    @cached_property
    def root(self) -> Path:
        """Where the program was linked, where all sources stand below that; else the folder of all of them."""
        folder = Path(self._linking.folder)
        if all(Path(path).is_relative_to(folder) for path in self.texts):
            return folder
        return Path(os.path.commonpath([Path(path).parent for path in self.texts]))

    def program(self, texts: Mapping[str, str]) -> Path:
        """In the cache. `texts`: instead of those that were there. Raises CompileError or LinkError."""
        texts = self._by_all_names(texts)
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            shown = self._shown(texts, Path(scratch))
            objects: dict[int, Path] = {}
            for unit in self._units:
                objects[unit.number] = self._object(unit)
                if self._needs[unit.number] & texts.keys():
                    objects[unit.number] = Path(scratch) / f"{unit.number}.o"
                    order = replace(unit.order, output=objects[unit.number], aside=shown)
                    self._of(unit.recipe.driver).compile(order)
            program = Path(scratch) / "built" / self._image.path.name
            program.parent.mkdir()
            changed = {unit.number for unit in self._units if self._needs[unit.number] & texts.keys()}
            items = tuple(self._items(objects, changed))
            link = Link(items, program, self._note, ("-Qunused-arguments",), Path(self._linking.folder))
            self._of(self._linking.driver).link(link)
            return keep_program(program, self._cache)

    def warnings(self, texts: Mapping[str, str]) -> Counter[str]:
        """Of the compiler, with -Wall -Wextra besides the user's flags, none of them taken for an error; without the
        numbers of lines."""
        texts = self._by_all_names(texts)
        found: Counter[str] = Counter()
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            shown = self._shown(texts, Path(scratch))
            for unit in self._units:
                changed = bool(self._needs[unit.number] & texts.keys())
                if changed or unit.number not in self._warned:
                    warned = Counter(self._warnings_of(unit, shown))
                    if not changed:
                        self._warned[unit.number] = warned
                found += warned if changed else self._warned[unit.number]
        return found

    def _warnings_of(self, unit: Unit, shown: tuple[str, ...]) -> Iterator[str]:
        words = ("-Wall", "-Wextra", "-Qunused-arguments", "-fno-color-diagnostics", "-fno-caret-diagnostics")
        flags = [word for word in unit.recipe.words if word.startswith(_AS_ERROR)]
        no_errors = ("-Wno-error", *(word.replace(_AS_ERROR, "-Wno-error=", 1) for word in flags))
        order = replace(unit.order, aside=(*words, *no_errors, *shown))
        for line in self._of(unit.recipe.driver).asked(order).splitlines():
            if found := _WARNING.match(line):
                yield f"{Path(found['file']).name}: {found['text']}"

    def _of(self, language: str) -> Builder:
        return replace(self._builder, language="c++" if language == "c++" else "c")

    def _by_all_names(self, texts: Mapping[str, str]) -> dict[str, str]:
        """A file that links lead to is one file."""
        real = {os.path.realpath(path): text for path, text in texts.items()}
        linked = {path: real[place] for path in self.texts if (place := os.path.realpath(path)) in real}
        return linked | dict(texts)

    def _shown(self, texts: Mapping[str, str], folder: Path) -> tuple[str, ...]:
        """Words that have the compiler see these texts in the place of the files, and the others as they were."""
        for path in texts.keys() - self.texts.keys():
            if Path(path).exists():
                raise UserError("it is no source of the program", where=path)
            if self._builder.toolchain.kind == "zig":
                raise UserError("zig cannot be shown a file that is not there", where=path, advice=NO_NEW_FILES)
        return _overlay({**self.texts, **texts}, folder)

    def _object(self, unit: Unit) -> Path:
        return Path(self._kept.name) / f"{unit.number}.o"

    def _make_as_it_was(self, unit: Unit) -> None:
        """To the very IR that the program carries: then nothing has changed, flags, headers and compiler included."""
        if not unit.folder.is_dir():
            raise UserError("the folder is gone that it was built in", where=unit.folder, advice=FIND_AGAIN)
        if not Path(unit.path).is_file():
            raise UserError("the source is not there any more", where=unit.path, advice=FIND_AGAIN)
        edited = self._edited(unit)
        for file in unit.debug.files():
            where = os.path.normpath(os.path.join(file.folder, file.name))
            if where not in edited and _has_changed(file):
                raise UserError(CHANGED, where=where, advice=FIND_AGAIN)
        listed, shown = (Path(self._kept.name) / f"{unit.number}.{end}" for end in ("d", "shown"))
        aside: tuple[str, ...] = ("-MMD", "-MF", str(listed), "-MT", "it")
        if edited:
            shown.mkdir()
            aside = (*aside, *_overlay(edited, shown))
        self._of(unit.recipe.driver).compile(replace(unit.order, output=self._object(unit), aside=aside))
        made = _notes_of(self._object(unit))
        if not any(isinstance(note.recipe, Compiling) and note.recipe.module == unit.recipe.module for note in made):
            raise UserError(NOT_THE_SAME, where=unit.path, advice=FIND_AGAIN)
        self._needs[unit.number] = frozenset(_dependencies(listed, unit.folder))

    def _edited(self, unit: Unit) -> Mapping[str, str]:
        """What the unit was compiled of and is another text now: as it was."""
        kept = kept_sources(unit.recipe.module, self._cache)
        edited = {path: text for path, text in kept.items() if Path(path).is_file() and read_text(Path(path)) != text}
        for path, text in edited.items():
            if self._as_built.setdefault(path, text) != text:  # units of before and after the edit
                raise UserError(CHANGED, where=path, advice=FIND_AGAIN)
        return edited

    def _items(self, objects: Mapping[int, Path], changed: set[int]) -> Iterator[Item]:
        """What the program was linked of; objects that we have made stand where theirs stood, those of archives before
        all archives."""
        folder = Path(self._linking.folder)
        linked = [self._item(kind, words, folder) for kind, words in self._linking.items]
        archived = sorted(changed - {number for _, numbers in linked for number in numbers})
        for item, numbers in linked:
            if archived and not numbers and _may_be_archive(item, folder):
                yield from self._made(archived, objects)
                archived = []
            if len(numbers) > 1 and changed & set(numbers):
                what = "several objects were joined to this one: it cannot be made again"
                raise UserError(what, where=item.path if isinstance(item, Input) else None)
            if isinstance(item, Input) and (item.made_from is not None or changed & set(numbers)):
                yield from self._made(numbers, objects)
            else:
                yield item
        yield from self._made(archived, objects)

    def _made(self, numbers: Sequence[int], objects: Mapping[int, Path]) -> Iterator[Input]:
        return (Input(str(objects[number]), self._units[number].source) for number in numbers)

    def _item(self, kind: Kind, words: tuple[str, ...], folder: Path) -> tuple[Item, tuple[int, ...]]:
        """And the units that it was made of."""
        if kind == "flag":
            here = str(self._image.path.parent)
            return Flag(tuple(word.replace("$ORIGIN", here).replace("${ORIGIN}", here) for word in words)), ()
        if kind == "made":
            mine = [unit for unit in self._units if unit.source == words[0]]
            mine = [unit for unit in mine if unit.folder == folder] or mine
            if len(mine) == 1:
                return Input("", words[0]), (mine[0].number,)
            raise UserError("the program does not say how this was compiled", where=words[0], advice=BUILD_AGAIN)
        place = folder / words[0]
        if not place.exists():
            raise UserError("it was linked with what is not there any more", where=place, advice=FIND_AGAIN)
        known = {unit.recipe.module: unit.number for unit in self._units}
        made = [note.recipe.module for note in _notes_of(place) if isinstance(note.recipe, Compiling)]
        if not known.keys() >= set(made):
            raise UserError(CHANGED, where=place, advice=FIND_AGAIN)
        return Input(words[0]), tuple(known[module] for module in made)


def read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=path) from error


def _overlay(texts: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    """Words that have the compiler see these texts in the place of the files. They are kept in the folder."""
    roots, places = [], dict[str, Path]()
    for path, text in texts.items():
        real = os.path.realpath(path)
        if real not in places:  # `#pragma once` is about files, not about names
            places[real] = folder / f"{len(places)}-{Path(path).name}"
            places[real].write_bytes(text.encode("utf-8", "surrogateescape"))
        roots.append({"type": "file", "name": path, "external-contents": str(places[real])})
    overlay = {"version": 0, "case-sensitive": "true", "use-external-names": False, "roots": roots}
    (folder / "shown.json").write_text(json.dumps(overlay, ensure_ascii=False), errors="surrogateescape")
    return ("-ivfsoverlay", str(folder / "shown.json"))


def _linking(image: ProgramImage) -> tuple[BuildNote, Linking]:
    """And the note that it came with."""
    for note in image.notes:
        if isinstance(note.recipe, Linking):
            return note, note.recipe
    raise UserError(NO_RECIPE, where=image.path, advice=BUILD_AGAIN)


def _units(image: ProgramImage) -> Iterator[Unit]:
    modules = {module.hash: module for module in image.modules}
    seen = set[str]()
    for note in image.notes:
        recipe = note.recipe
        if not isinstance(recipe, Compiling) or recipe.module in seen or recipe.module not in modules:
            continue
        seen.add(recipe.module)
        debug = DebugInfo(zlib.decompress(modules[recipe.module].compressed).decode())
        folder = debug.folder()
        if folder is None:
            raise UserError("the program does not say where this was compiled", where=note.of, advice=BUILD_AGAIN)
        yield Unit(len(seen) - 1, note.of, Path(folder), recipe, note, debug)


def _notes_of(place: Path) -> list[BuildNote]:
    return list(notes_of_object(place.read_bytes(), place))


def _may_be_archive(item: Item, folder: Path) -> bool:
    if isinstance(item, Input):
        return is_archive((folder / item.path).read_bytes()[:8])
    return isinstance(item, Flag) and item.words[0].startswith("-l")


def _has_changed(file: SourceFile) -> bool:
    """Where the compiler said what it had read."""
    if file.digest is None or file.digest[0] not in _DIGESTS:
        return False
    path = Path(file.folder) / file.name
    if not path.is_file():
        return False  # what it says is not always a file: "<built-in>"
    return hashlib.new(_DIGESTS[file.digest[0]], path.read_bytes(), usedforsecurity=False).hexdigest() != file.digest[1]


def _dependencies(listed: Path, folder: Path) -> Iterator[str]:
    """Of what -MMD writes, in make's own spelling: \\ before spaces and #, $$ for $."""
    text = listed.read_text(encoding="utf-8", errors="surrogateescape").partition(":")[2].replace("\\\n", " ")
    for word in re.findall(r"(?:\\[ #\\]|\S)+", text):
        name = re.sub(r"\\([ #])", r"\1", word).replace("$$", "$")
        path = os.path.normpath(folder / name)
        if not Path(path).is_relative_to(native_folder()):
            yield path
