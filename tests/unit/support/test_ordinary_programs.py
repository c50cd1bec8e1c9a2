"""tests/ordinary: each program says what its bug is, and has one."""

from tests.support.ordinary import KINDS, ordinary


def test_each_program_has_items_and_a_bug_of_a_kind_that_is_known() -> None:
    programs = ordinary()
    texts = {one.name: one.source.read_text(encoding="utf-8") for one in programs}
    assert len(texts) >= 25
    assert {one.bug for one in programs} == set(KINDS.values())
    assert [name for name, text in texts.items() if "def BUG" not in text or "#define N 5" not in text] == []
