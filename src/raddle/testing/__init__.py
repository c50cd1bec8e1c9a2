"""What is put to the test: in: C files or a program, under one input; out: a run of it, or what holds for all runs."""

from raddle.testing.tests import (
    RecordOrder,
    Say,
    Sources,
    build,
    build_notes,
    first_run,
    load_given_trace,
    load_trace,
    prepare_compiler,
    record,
    same_test,
    verified,
    verified_on_grounds,
)

__all__ = [
    "RecordOrder",
    "Say",
    "Sources",
    "build",
    "build_notes",
    "first_run",
    "load_given_trace",
    "load_trace",
    "prepare_compiler",
    "record",
    "same_test",
    "verified",
    "verified_on_grounds",
]
