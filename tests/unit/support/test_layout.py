"""Where a test belongs: tests/unit has a folder for each room of src/raddle, which `make quick ROOM=...` runs."""

from pathlib import Path

ROOT = Path(__file__).parents[3]
TESTED_ELSEWHERE = {
    "native",  # C, inside real programs: tests/native
    "pipeline",  # the stages in order: tests/end_to_end
}
BESIDE_THE_ROOMS = {"bench", "support"}


def _folders(place: Path) -> set[str]:
    return {path.name for path in place.iterdir() if path.is_dir() and path.name != "__pycache__"}


def test_each_room_has_its_folder_of_unit_tests() -> None:
    assert _folders(ROOT / "tests/unit") - BESIDE_THE_ROOMS == _folders(ROOT / "src/raddle") - TESTED_ELSEWHERE


def test_the_names_of_test_files_are_unique() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
