"""Names of witness files: one for each finding, told apart by lines."""

from collections.abc import Iterable
from pathlib import Path

from raddle.base.file_names import shortened
from raddle.base.place import SourcePlace


class WitnessPaths:
    def __init__(self, program: str, folder: Path) -> None:
        self._stem = shortened(Path(program).stem)
        self._folder = folder
        self._taken: dict[str, int] = {}

    def next(self, places: Iterable[SourcePlace | None], kind: str = "") -> Path:
        """`bank.line41.witness`, `hits.race.line12.line20.witness`"""
        words = [self._stem, *([kind] if kind else [])]
        words += dict.fromkeys(f"line{place.line}" for place in places if place is not None)
        name = ".".join(words)
        self._taken[name] = self._taken.get(name, 0) + 1
        more = f".{self._taken[name]}" if self._taken[name] > 1 else ""
        return self._folder / f"{name}{more}.witness"
