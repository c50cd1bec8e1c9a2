"""What a module has of inline assembly that may touch memory, in words: its effect is not followed."""

from raddle.ir import instructions as ins
from raddle.ir.module import Module
from raddle.ir.values import Unmodelled


def assembly_notes(module: Module) -> list[str]:
    found = []
    for function in module.functions.values():
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, ins.Call) and isinstance(instruction.callee.value, Unmodelled):
                    body, _, constraints = instruction.callee.value.text.removeprefix("asm ").rpartition(" ")
                    if body != '""' and ("memory" in constraints or "*m" in constraints):
                        found.append(f"inline assembly {body} in {function.name[1:]}: its effect on memory is not seen")
    return found
