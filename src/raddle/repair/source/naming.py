"""Names of new variables: after what they are about.

In: the regions that a lock is for, or the name of a variable. Out: a name that may still be taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tree_sitter import Node

from raddle.repair.source.calls import Calls
from raddle.repair.source.expressions import declared_name, targets
from raddle.repair.source.file_scope import shared_names
from raddle.repair.source.parsed import Source, walk
from raddle.repair.source.statements import Span

_SYNC: Final = re.compile(r"mutex|cond|sem_t|semaphore|lock|mtx_t|cnd_t|thread|thrd_t")
_NAMES: Final = frozenset({"identifier", "field_identifier"})


def name_after(variable: str, what: str) -> str:
    """`items_` gives `items_mutex`: two underscores in a row are not for users of C++."""
    return f"{re.sub(r'_+', '_', variable.strip('_'))}_{what}"


def mutex_name(sources: Mapping[str, Source], calls: Calls, spans: Sequence[Span]) -> str:
    """`balance_mutex`, where balance is in all regions and written in one of them; the functions that they call count
    where the regions alone have no such name, and then whatever they and their macros speak of."""
    shared = {name for source in sources.values() for name in shared_names(source)}
    alone = [[(span.source, statement) for statement in span.statements] for span in spans]
    together = [[*parts, *_called(calls, span)] for parts, span in zip(alone, spans, strict=True)]
    for regions in (alone, together):
        common = set.intersection(*(_spoken_of(parts, shared) for parts in regions))
        written = {source.text(target) for source, node in _nodes(regions) for target in targets(node)}
        if common & written:
            return name_after(_most_spoken_of(regions, common & written), "mutex")
    hidden = [set[str]().union(*(calls.words_of_macro(*node) for node in _nodes([parts]))) for parts in alone]
    words = [_spoken_of(parts, shared) | behind for parts, behind in zip(alone, hidden, strict=True)]
    common = shared.intersection(*words) - {name for source in sources.values() for name in _of_threads(source)}
    return name_after(_most_spoken_of(alone, common) if common else "raddle", "mutex")


def _most_spoken_of(regions: Sequence[Sequence[tuple[Source, Node]]], among: set[str]) -> str:
    spoken = [source.text(node) for source, node in _nodes(regions) if node.type in _NAMES]
    return max(sorted(among), key=spoken.count)


def _of_threads(source: Source) -> Iterator[str]:
    """Locks, threads and their like."""
    for node in walk(source.root):
        kind = node.child_by_field_name("type") if node.type in {"declaration", "field_declaration"} else None
        if kind is not None and _SYNC.search(source.text(kind)):
            yield from (declared_name(source, declarator) for declarator in node.children_by_field_name("declarator"))


def _called(calls: Calls, span: Span) -> Iterator[tuple[Source, Node]]:
    for name in sorted(calls.reached_from(span)):
        yield from calls.definitions(name)


def _spoken_of(parts: Sequence[tuple[Source, Node]], shared: set[str]) -> set[str]:
    """Variables of file scope and members."""
    found = [(node.type, source.text(node)) for source, node in _nodes([parts])]
    return {name for kind, name in found if kind == "field_identifier" or (kind == "identifier" and name in shared)}


def _nodes(regions: Sequence[Sequence[tuple[Source, Node]]]) -> Iterator[tuple[Source, Node]]:
    for parts in regions:
        for source, part in parts:
            yield from ((source, node) for node in walk(part))
