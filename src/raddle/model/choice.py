"""Which model of a run is asked: that of decision 8, or that in which values stay as they were (concrete.py)."""

from typing import Final, Literal

Model = Literal["symbolic", "concrete"]
MODELS: Final[tuple[Model, ...]] = ("symbolic", "concrete")
CheckEncoding = Literal["orders", "paper"]
CHECK_ENCODINGS: Final[tuple[CheckEncoding, ...]] = ("orders", "paper")
"""How what `check` asks about assertions is put to a solver."""
