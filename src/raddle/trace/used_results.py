"""Whether a program looks at what a call returned: in: the site of the call; out: yes or no, by the text of the IR."""

import re
from typing import Final

from raddle.trace.program import Program

TRIED_DESTROYS: Final = frozenset({"pthread_mutex_destroy", "pthread_rwlock_destroy"})
"""They return EBUSY where somebody has the lock: to a program that looks at that they only try."""
_RESULT: Final = re.compile(r"\s*(%[-\w.$]+) = ")


def result_is_used(program: Program, site: int) -> bool:
    within = program.module_of(site)
    line = site - within.site_base
    lines = within.module.lines
    found = _RESULT.match(lines[line])
    if found is None:
        return False
    token = re.compile(re.escape(found.group(1)) + r"(?![-\w.$])")
    after = line + 1
    while after < len(lines) and lines[after] != "}":
        if token.search(lines[after]):
            return True
        after += 1
    before = line - 1  # a phi at the head of a loop
    while before >= 0 and not lines[before].startswith("define "):
        if token.search(lines[before]):
            return True
        before -= 1
    return False


def only_tries(program: Program, site: int) -> bool:
    """Whether the call there is a destruction whose result the program looks at."""
    return bool(site) and program.callee_at(site) in TRIED_DESTROYS and result_is_used(program, site)
