"""How control can flow in a function: what comes before what, and what cannot but fail."""

from collections.abc import Iterator
from functools import cached_property

from raddle.ir.failures import doomed_blocks
from raddle.ir.instructions import Instruction
from raddle.ir.module import Block, Function
from raddle.ir.post_dominators import post_dominators


class Flow:
    """Computed once for a function, when it is asked for."""

    def __init__(self, function: Function) -> None:
        self.function = function

    @cached_property
    def before(self) -> dict[str, set[str]]:
        """Label -> the labels of the blocks that go there; the function's entry is also come to from outside ("")."""
        before: dict[str, set[str]] = {block.label: set() for block in self.function.blocks}
        for block in self.function.blocks:
            for label in block.successors:
                before[label].add(block.label)
        before[self.function.entry.label].add("")
        return before

    @cached_property
    def doomed(self) -> set[str]:
        """The labels of the blocks from which every way ends in an error call."""
        return doomed_blocks(self.function)

    @cached_property
    def definitions(self) -> dict[str, Instruction]:
        """Register -> the instruction that fills it."""
        return {one.result: one for block in self.function.blocks for one in block.instructions if one.result}

    @cached_property
    def dominators(self) -> dict[str, set[str]]:
        """Label -> the labels of the blocks that every way to it goes through, with itself. Only what is reached."""
        order = self._reached()
        found = {label: set(order) for label in order}
        found[order[0]] = {order[0]}
        changed = True
        while changed:
            changed = False
            for label in order[1:]:
                ways = [found[before] for before in self.before[label] if before in found]
                now = set.intersection(*ways) | {label}
                changed |= now != found[label]
                found[label] = now
        return found

    def _reached(self) -> list[str]:
        """Labels of the blocks that can be reached, each before those that come behind it only."""
        seen: set[str] = set()
        finished: list[str] = []
        waiting = [(self.function.entry.label, False)]
        while waiting:
            label, done = waiting.pop()
            if done:
                finished.append(label)
            elif label not in seen:
                seen.add(label)
                waiting.append((label, True))
                waiting += [(behind, False) for behind in self.function.block_by_label[label].successors]
        return finished[::-1]

    @cached_property
    def loops(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """Natural loops, outer ones first: the label of the header, and those of all blocks of the body with it."""
        bodies: dict[str, set[str]] = {}
        for label, dominating in self.dominators.items():
            for header in self.function.block_by_label[label].successors:
                if header not in dominating:
                    continue
                body = bodies.setdefault(header, {header})
                waiting = [label]
                while waiting:
                    one = waiting.pop()
                    if one not in body:
                        body.add(one)
                        waiting += [before for before in self.before[one] if before in self.dominators]
        found = sorted(bodies.items(), key=lambda entry: (-len(entry[1]), self.function.block_by_label[entry[0]].line))
        return tuple((header, frozenset(body)) for header, body in found)

    @cached_property
    def post_dominators(self) -> dict[str, str | None]:
        """Label -> the label of the next block that every way out of it goes through; None: there is none."""
        return post_dominators(self.function)

    def certainly_behind(self, label: str) -> frozenset[str]:
        """The labels of all blocks that every way out of a block goes through, without itself."""
        found: set[str] = set()
        behind = self.post_dominators[label]
        while behind is not None:
            found.add(behind)
            behind = self.post_dominators[behind]
        return frozenset(found)

    def certainly_before(self, block: Block) -> Iterator[Block]:
        """The block, and back along those that have only one block before them."""
        seen: set[str] = set()
        while block.label not in seen:
            seen.add(block.label)
            yield block
            before = self.before[block.label]
            if len(before) != 1 or "" in before:
                return
            block = self.function.block_by_label[next(iter(before))]
