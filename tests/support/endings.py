"""What every program does when its process ends (native/program/exit_handlers.c): no line of its own."""

from raddle.trace.program import Program


def is_of_the_ending(program: Program, site: int) -> bool:
    place = program.innermost_place_of(site)
    return place is not None and place.file.endswith("/exit_handlers.c")
