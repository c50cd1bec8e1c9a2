"""Bitcode -> instrumented object file, as a process of its own: LLVM can abort the process it lives in.

python -m raddle.capture.emit BITCODE OBJECT      prints one note a line
"""

import sys
from pathlib import Path

import llvmlite.binding as llvm

from raddle.base.errors import InternalError, RaddleError
from raddle.capture.instrument import instrument
from raddle.capture.normalise import normalise, target_machine


def emit_object(bitcode: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The instrumented object and the notes about what could not be followed."""
    machine = target_machine()
    instrumented = instrument(normalise(bitcode, machine))
    try:
        module = llvm.parse_assembly(instrumented.text)
        module.verify()
    except RuntimeError as error:
        raise InternalError(f"the instrumented module does not parse: {error}") from error
    emitted: bytes = machine.emit_object(module)
    return emitted, instrumented.notes


def main(arguments: list[str]) -> int:
    bitcode, output = map(Path, arguments)
    try:
        data, notes = emit_object(bitcode.read_bytes())
    except RaddleError as error:
        print(error, file=sys.stderr)
        return int(error.exit)
    output.write_bytes(data)
    for note in notes:
        print(note)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
