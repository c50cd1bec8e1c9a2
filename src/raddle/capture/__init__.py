"""Program -> recording. In: C files or an instrumented program. Out: a recording, one file (native/trace_format.h)."""
