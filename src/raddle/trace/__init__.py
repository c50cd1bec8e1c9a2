"""Recording -> trace: load what the run left behind, walk each thread, print.

In: a recording (native/trace_format.h). Out: `Trace`. Key types: `Recording`, `ThreadTrace`.
"""
