"""Updates: expressions that read and write one place, `x++`, `x += e`, `x = x + e`.

In: a statement. Out: `Update`s with their parts, to be written in another way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from raddle.repair.fixes import Line
from raddle.repair.source.expressions import names, targets
from raddle.repair.source.locks import squeezed
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import statements_at, within

OPERATIONS: Final = {"+": "add", "-": "sub", "|": "or", "&": "and", "^": "xor"}


@dataclass(frozen=True, slots=True)
class Update:
    """`place = place operator value`, in one expression."""

    source: Source
    node: Node
    place: Node
    operator: str
    value: str
    gives_old: bool
    """The value of the expression is the one before (`x++`)."""
    spelt_out: bool
    """As `x = x + e`, which an atomic type alone does not make one step."""

    @property
    def name(self) -> str:
        return self.source.text(targets(self.node)[0])

    @property
    def indirect(self) -> bool:
        """Through a pointer: `(*p)++`."""
        return any(node.type == "pointer_expression" for node in within(self.place))

    def compound(self) -> str:
        return f"{self.source.text(self.place)} {self.operator}= {self.value}"

    def built_in(self) -> str:
        what = OPERATIONS[self.operator]
        function = f"__atomic_fetch_{what}" if self.gives_old else f"__atomic_{what}_fetch"
        return f"{function}({address_of(self.source, self.place)}, {self.value}, __ATOMIC_SEQ_CST)"


def updates_in(source: Source, statement: Node) -> Iterator[Update]:
    for node in within(statement):
        if not targets(node):
            continue
        update = _update(source, node)
        if update is not None:
            yield update


def updated_at(sources: Mapping[str, Source], lines: Sequence[Line]) -> str | None:
    """`list->length`, where each of the lines updates a thing of that name, and nothing else."""
    places: list[str] = []
    found: set[str] = set()
    for line in lines:
        source = sources.get(line.file)
        if source is None:
            return None
        try:
            updates = [update for node in statements_at(source, line) for update in updates_in(source, node)]
        except CannotWriteError:
            return None
        places += [source.text(update.place) for update in updates]
        found |= {update.name for update in updates} or {""}
    return places[0] if len(found) == 1 and places else None


def refuse_two_steps(source: Source, statement: Node, name: str) -> None:
    """`x = f(x)`: it is read, and written later."""
    for node in within(statement):
        right = node.child_by_field_name("right") if node.type == "assignment_expression" else None
        target = targets(node)
        if right is None or not target or source.text(target[0]) != name or _update(source, node) is not None:
            continue
        if name in names(source, right):
            where = source.where(node)
            raise CannotWriteError(f"`{source.text(node)}` at {where} reads and writes {name} in two steps")


def address_of(source: Source, place: Node) -> str:
    while place.type == "parenthesized_expression" and place.named_child_count == 1:
        place = place.named_children[0]
    argument = place.child_by_field_name("argument") if place.type == "pointer_expression" else None
    if argument is not None and source.text(place).startswith("*"):
        return source.text(argument)
    return f"&{source.text(place)}"


def _update(source: Source, node: Node) -> Update | None:
    if node.type == "update_expression":
        place, operator = node.child_by_field_name("argument"), node.child_by_field_name("operator")
        if place is None or operator is None:
            return None
        after = operator.start_byte > place.start_byte
        return Update(source, node, place, source.text(operator)[0], "1", gives_old=after, spelt_out=False)
    place, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if place is None or right is None or sign is None:
        return None
    operator_text = source.text(sign)
    if operator_text != "=":
        plain = operator_text.removesuffix("=")
        if plain not in OPERATIONS:
            return None
        return Update(source, node, place, plain, source.text(right), gives_old=False, spelt_out=False)
    found = _spelt_out(source, place, right)
    if found is None:
        return None
    return Update(source, node, place, *found, gives_old=False, spelt_out=True)


def _spelt_out(source: Source, place: Node, right: Node) -> tuple[str, str] | None:
    """Operator and value of `x + e`, `e + x`. Not of `e - x`; nor of `x + e - f`: `e - f` may be of another type."""
    while right.type == "parenthesized_expression" and right.named_child_count == 1:
        right = right.named_children[0]
    sign, one, other = (right.child_by_field_name(part) for part in ("operator", "left", "right"))
    if right.type != "binary_expression" or sign is None or one is None or other is None:
        return None
    operator = source.text(sign)
    same, first, second = (squeezed(source.text(node)) for node in (place, one, other))
    if operator not in OPERATIONS or same in (second if first == same else first):
        return None
    if first == same:
        return operator, source.text(other)
    return (operator, source.text(one)) if second == same and operator != "-" else None
