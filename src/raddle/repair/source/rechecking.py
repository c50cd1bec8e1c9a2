"""`Rechecked`: what a thread waited for is looked at again when it wakes.

In: the lines of waits for conditions. Out: in the plans, `while` in the place of the `if` that a wait stands under,
where nothing else does. Waits in loops stay as they are.
"""

from tree_sitter import Node

from raddle.repair.fixes import Line, Rechecked
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import statements_at
from raddle.repair.source.work import Work


def write_rechecked(work: Work, measure: Rechecked) -> None:
    found: dict[tuple[str, int], Node] = {}
    for line in measure.waits:
        for node in ifs_around(work.source(line), line):
            found[line.file, node.start_byte] = node
    if not found:
        raise CannotWriteError("no wait stands under an `if` alone")
    for (file, _), node in found.items():
        (keyword,) = (child for child in node.children if child.type == "if")
        work.plan(work.sources[file]).replace(keyword, "while")


def ifs_around(source: Source, line: Line) -> list[Node]:
    """Of the wait there: the `if` that it is all of."""
    return [node for statement in statements_at(source, line) if (node := _if_around(statement)) is not None]


def _if_around(statement: Node) -> Node | None:
    above = statement.parent
    if above is not None and above.type == "compound_statement":
        inside = [child for child in above.named_children if child.type != "comment"]
        above = above.parent if len(inside) == 1 else None
    is_plain = above is not None and above.type == "if_statement" and above.child_by_field_name("alternative") is None
    return above if is_plain and statement.type == "expression_statement" else None
