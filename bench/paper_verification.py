"""Tables 2 and 3 of the trace-driven verification paper: megabytes and seconds of its row, None where it gives none.

Table 2 compares bounded model checking and trace-driven verification, both with the paper's optimisations. Its machine:
Pentium D 2.8 GHz, 4 GB.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    mb: float
    seconds: float


@dataclass(frozen=True, slots=True)
class PaperRow:
    bmc: Cost | None
    tdv: Cost | None
    tdvo: Cost | None


def _both(bmc: tuple[float, float] | None, tdvo: tuple[float, float]) -> PaperRow:
    return PaperRow(None if bmc is None else Cost(*bmc), None, Cost(*tdvo))


TABLE_2 = {
    5: _both((21.15, 1.16), (20.14, 1.07)),
    10: _both((54.29, 3.18), (51.92, 3.15)),
    15: _both((129.11, 66.01), (100.72, 7.64)),
    20: _both((219.34, 169.84), (166.81, 18.69)),
    25: _both((317.40, 215.87), (250.13, 44.33)),
    30: _both((420.54, 222.85), (348.18, 45.83)),
    35: _both((538.75, 140.21), (461.85, 42.11)),
    40: _both((692.62, 150.66), (597.55, 73.69)),
    45: _both(None, (745.86, 77.79)),
    50: _both(None, (906.9, 143.27)),
    55: _both(None, (1106.1, 122.93)),
    60: _both(None, (1330.5, 182.53)),
    65: _both(None, (1510.4, 222.87)),
    70: _both(None, (1737.5, 289.86)),
    75: _both(None, (2003.6, 438.82)),
    80: _both(None, (2270.1, 407.07)),
}
"""By the number of threads."""

TABLE_3 = {
    (2, 10, "sat"): PaperRow(Cost(13.51, 34.8), Cost(8.86, 15.7), Cost(7.58, 1.7)),
    (2, 16, "sat"): PaperRow(Cost(42.72, 665.0), Cost(18.14, 126.0), Cost(12.82, 9.4)),
    (2, 22, "sat"): PaperRow(Cost(40.56, 2324.6), Cost(23.44, 212.5), Cost(25.37, 15.9)),
    (3, 21, "sat"): PaperRow(Cost(194.21, 49642.3), Cost(42.77, 1823.1), Cost(30.95, 381.8)),
    (2, 10, "unsat"): PaperRow(Cost(7.50, 7.2), Cost(5.36, 1.03), Cost(5.27, 0.26)),
    (2, 16, "unsat"): PaperRow(Cost(15.85, 824.9), Cost(13.37, 82.7), Cost(7.76, 1.24)),
    (3, 15, "unsat"): PaperRow(Cost(73.07, 9488.7), Cost(11.83, 122.7), Cost(9.16, 8.1)),
}
"""By threads, depth and whether the failure can be reached."""
