"""Who calls the hooks and who offers them must agree: hooks.h, the table for libraries, the instrumenter."""

import re

from raddle.base.native_code import native_folder
from raddle.capture.instrument import _HOOKS


def declared() -> dict[str, str]:
    """Name -> parameters, as hooks.h has them."""
    text = (native_folder() / "hooks.h").read_text()
    return dict(re.findall(r"^void __raddle_(\w+)\((.*?)\);", text, re.MULTILINE))


def test_the_table_for_libraries_holds_every_hook() -> None:
    text = (native_folder() / "hook_table.h").read_text().replace("\\\n", " ")
    listed = dict(re.findall(r"X\((\w+), \((.*?)\), +\(", text))
    assert listed == declared()


def test_the_instrumenter_calls_hooks_that_exist() -> None:
    called = {re.search(r"@__raddle_(\w+)", hook).group(1) for hook in _HOOKS}  # type: ignore[union-attr]
    assert called <= declared().keys()
