"""Loads that the source does not do in every case, and how they are named: see capture/conditions.py.

`%x.early = load ...` stands behind `%x.early.if = ...`, the condition under which the source reads there.
"""

from typing import Final

_EARLY: Final = ".early"
_CONDITION: Final = ".if"


def early_register(register: str) -> str:
    return _suffixed(register, _EARLY)


def is_early(register: str) -> bool:
    return register.strip('"').endswith(_EARLY)


def condition_register(early: str) -> str:
    return _suffixed(early, _CONDITION)


def _suffixed(register: str, suffix: str) -> str:
    return f'{register[:-1]}{suffix}"' if register.endswith('"') else register + suffix
