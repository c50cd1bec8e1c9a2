"""What the C walker's headers say is what the Python beside them says."""

import numpy as np
import pytest

from raddle.logic.operators import Op
from raddle.trace.events import EVENT, STACK, TERM, EventFlag, EventKind, MemoryOrder, PinCause
from raddle.trace.walker_tables import CONSTANT, NONE, walker_layout


@pytest.mark.parametrize(("struct", "of"), [("rd_event", EVENT), ("rd_term", TERM), ("rd_stack", STACK)])
def test_the_columns_are_laid_out_the_same(struct: str, of: np.dtype[np.void]) -> None:
    assert walker_layout().struct(struct).fields == of.fields
    assert walker_layout().struct(struct).itemsize == of.itemsize


def test_every_operator_has_the_same_number() -> None:
    assert {op.name: int(op) for op in Op if op < Op.CONSTANT} == {
        name.removeprefix("RD_OP_"): number
        for name, number in walker_layout().constants.items()
        if name.startswith("RD_OP_") and number < 100
    }


def test_kinds_and_causes_have_the_same_numbers() -> None:
    layout = walker_layout()
    assert layout.family("RD_KIND_") == {int(kind): kind.name.lower() for kind in EventKind}
    assert layout.family("RD_PIN_") == {int(cause): cause.name.lower() for cause in PinCause}


def test_flags_have_the_same_numbers() -> None:
    flags = {flag.name: int(flag) for flag in EventFlag} | {order.name: int(order) for order in MemoryOrder}
    for number, name in walker_layout().family("RD_EVENT_").items():
        assert flags[name.upper()] == number


def test_the_marks_of_operands_are_the_same() -> None:
    assert walker_layout()["RD_NONE"] == NONE
    assert walker_layout()["RD_CONSTANT"] == CONSTANT


def test_rows_are_compact() -> None:
    assert walker_layout().struct("rd_instruction").itemsize == 32
    assert walker_layout().struct("rd_register").itemsize == 16
