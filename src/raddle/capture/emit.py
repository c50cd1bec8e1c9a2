"""Bitcode -> instrumented object file. LLVM can abort the process it lives in: `emit_apart` gives it one of its own.

python -m raddle.capture.emit BITCODE OBJECT      the same as a command, to look into what failed
"""

import sys
from dataclasses import replace
from pathlib import Path

import llvmlite.binding as llvm

from raddle.base.errors import InternalError
from raddle.capture.instrument import hash_of, instrument
from raddle.capture.normalise import normalise, target_machine
from raddle.capture.notes import BuildNote, assembly_of
from raddle.capture.recipe import Compiling


def emit_object(bitcode: bytes, note: BuildNote) -> bytes:
    """The instrumented object; what could not be followed joins the note that it carries."""
    machine = target_machine()
    normalised = normalise(bitcode, machine)
    instrumented = instrument(normalised)
    remarks = (*note.remarks, *(f"{note.of}: {remark}" for remark in instrumented.notes))
    recipe = note.recipe
    if isinstance(recipe, Compiling):
        recipe = replace(recipe, module=hash_of(normalised))
    whole = replace(note, remarks=remarks, recipe=recipe)
    carried = "\n".join(f'module asm "{_escaped(line)}"' for line in assembly_of(whole))
    try:
        module = llvm.parse_assembly(f"{instrumented.text}\n{carried}\n")
        module.verify()
    except RuntimeError as error:
        raise InternalError(f"the instrumented module does not parse: {error}") from error
    emitted: bytes = machine.emit_object(module)
    return emitted


def _escaped(text: str) -> str:
    return text.replace("\\", "\\5C").replace('"', "\\22")


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(emit_object(Path(sys.argv[1]).read_bytes(), BuildNote(sys.argv[1])))
