"""A patch in a few words: which file it is in, where that is not plain."""

from raddle.repair.fixes import Atomic, Line, Locked, Ordered, Rechecked, Region
from raddle.repair.telling import kinds, told

SPELT = {"/home/me/store.c": "src/store.c", "/home/me/main.c": "src/main.c"}


def mutex(file: str, line: int) -> tuple[Locked]:
    return (Locked((Region(Line(file, line, "f"), Line(file, line, "f")),), None),)


def test_a_file_is_named_if_the_program_has_several() -> None:
    fix = mutex("/home/me/store.c", 7)
    assert told(fix, SPELT) == "a new mutex around store.c:7"
    assert told(fix, None) == "a new mutex around line 7"
    assert told(fix + mutex("/home/me/main.c", 9), SPELT) == "a new mutex around store.c:7; a new mutex around main.c:9"


def test_a_patch_has_the_kinds_of_its_measures() -> None:
    line = Line("/home/me/store.c", 7, "f")
    assert kinds((*mutex("/home/me/store.c", 7), Atomic((line,), "count"))) == {"mutex", "atomic"}
    assert kinds((Ordered(line, line, "join"), Rechecked((line,)))) == {"order", "loop"}
