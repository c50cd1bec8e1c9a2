"""Types and operators of runs written as text (tests/support/explain_runs.py), and their steps in its words."""

from dataclasses import dataclass, field

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed, Formula, Step
from raddle.logic.arithmetic import signed
from raddle.logic.operators import Op

FILE = "run"


@dataclass(frozen=True)
class Type:
    width: int
    is_signed: bool


INT = Type(32, is_signed=True)
TRUTH = Type(1, is_signed=False)
TYPES = {
    "int": INT,
    "unsigned": Type(32, is_signed=False),
    "char": Type(8, is_signed=True),
    "byte": Type(8, is_signed=False),
    "long": Type(64, is_signed=True),
}
SIGNED = {"Add": Op.ADD, "Sub": Op.SUB, "Mult": Op.MUL, "Div": Op.SDIV, "Mod": Op.SREM, "RShift": Op.ASHR}
SIGNED |= {"Lt": Op.SLT, "LtE": Op.SLE, "Gt": Op.SGT, "GtE": Op.SGE, "Eq": Op.EQ, "NotEq": Op.NE}
SIGNED |= {"BitAnd": Op.AND, "BitOr": Op.OR, "BitXor": Op.XOR, "LShift": Op.SHL}
UNSIGNED = SIGNED | {"Div": Op.UDIV, "Mod": Op.UREM, "RShift": Op.LSHR}
UNSIGNED |= {"Lt": Op.ULT, "LtE": Op.ULE, "Gt": Op.UGT, "GtE": Op.UGE}
OVERFLOWS = {Op.ADD: Op.SADD_OVERFLOW, Op.SUB: Op.SSUB_OVERFLOW, Op.MUL: Op.SMUL_OVERFLOW}


@dataclass
class TextWording:
    """Formulas and words, kept as the run is read."""

    lines: list[str]
    formulas: list[Formula] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    types: list[Type] = field(default_factory=list)

    def of(self, step: Step) -> Formula:
        return self.formulas[step.number]

    def place(self, step: Step) -> SourcePlace | None:
        return SourcePlace(FILE, self.places[step.number] + 1)

    def name(self, step: Step) -> str:
        return self.names[step.number]

    def spell(self, step: Step, value: int) -> str:
        type_ = self.types[step.number]
        return str(signed(value, type_.width) if type_.is_signed else value)

    def is_own(self, step: Step) -> bool:
        return step.deed in (Deed.ASSIGN, Deed.PHI)
