"""Calls of a test framework that no run of ours can follow: in: a recording; out: why, or nothing.

Only those in blocks that the run entered: a suite may have such tests, as long as they are left out.
"""

import re
from typing import Final

import numpy as np

from raddle.base.frameworks.checks import known
from raddle.ir.reported import written_name
from raddle.trace.recorded import Recording

_CALL: Final = re.compile(r"\b(?:call|invoke) .*?@\"?([-\w.$]+)\"?\(")
_LABEL: Final = re.compile(r"^[-\w.$\"]+:|^}")


def refused_call(recording: Recording) -> str:
    """`a death test forks ...`; empty: none was called."""
    wanted = {name.rpartition("::")[0].rpartition("::")[2]: name for name in known().refused}
    entered = np.unique(np.concatenate([thread.blocks["site"] for thread in recording.threads]))
    for module in recording.modules:
        if module.compressed is None or not any(part in module.text for part in wanted):
            continue
        lines = module.text.split("\n")
        own = entered[(entered > module.site_base) & (entered < module.site_base + len(lines))]
        for site in own.tolist():
            for line in _block(lines, site - module.site_base):
                found = _CALL.search(line)
                why = known().refused.get(written_name(f"@{found[1]}")) if found else None
                if why is not None:
                    return why
    return ""


def _block(lines: list[str], at: int) -> list[str]:
    """The lines of a block, from that of its label on."""
    end = next((more for more in range(at + 1, len(lines)) if _LABEL.match(lines[more])), len(lines))
    return lines[at:end]
