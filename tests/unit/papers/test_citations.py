"""What code cites of docs/rules.md and docs/papers.md stands there, and the files that these two name exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "src/raddle"
RULES = (ROOT / "docs/rules.md").read_text()
PAPERS = (ROOT / "docs/papers.md").read_text()
SECTIONS = [*re.findall(r"^#+ (.+)$", RULES, re.MULTILINE), *re.findall(r"^(?:- )?\*\*(.+?)\*\*", RULES, re.MULTILINE)]
SHORT_NAMES = re.findall(r"^\| \d \| \*\*(.+?)\*\* ", PAPERS, re.MULTILINE)


def texts(*folders: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".c", ".h", ".ctp") and path != Path(__file__):
                yield str(path.relative_to(ROOT)), " ".join(path.read_text(errors="replace").split())


def test_every_cited_rule_is_a_section() -> None:
    cited = [
        (name, section)
        for name, text in texts("src", "tests")
        for section in re.findall(r"docs/rules\.md, ([A-Z]\w+(?: [a-z]\w+)*)", text)
    ]
    assert len(cited) > 30
    assert [one for one in cited if not any(one[1].startswith(section.split(",")[0]) for section in SECTIONS)] == []


def test_a_rule_is_cited_with_its_section() -> None:
    assert [name for name, text in texts("src", "tests") if re.search(r"docs/rules\.md(?!, [A-Z])", text)] == []


def test_papers_are_cited_by_the_names_that_are_told() -> None:
    assert len(SHORT_NAMES) == 5
    number = "first|second|third|fourth|fifth"
    unknown = re.compile(rf"\bRULES\.md|\b[Ss]eed [1-5](?:'s|,| has| section)|\bthe (?:{number}) paper")
    assert [name for name, text in texts("src", "tests") if unknown.search(text)] == []
    told = re.compile(r"[Tt]he ((?:(?!the )[a-z -]){6,30}) paper\b")
    cited = {name for _, text in texts("src") for name in told.findall(text)}
    assert cited == set(SHORT_NAMES)


@pytest.mark.parametrize("text", [RULES, PAPERS], ids=["rules", "papers"])
def test_the_files_that_are_named_exist(text: str) -> None:
    named = [one for one in re.findall(r"`([\w./*]+)`", text) if "/" in one]
    assert len(named) > 20
    assert [one for one in named if not (any(ROOM.glob(one)) or any(ROOT.glob(one)))] == []


def test_links_lead_somewhere() -> None:
    for text in (RULES, PAPERS):
        for link in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", text):
            assert (ROOT / "docs" / link).exists(), link
