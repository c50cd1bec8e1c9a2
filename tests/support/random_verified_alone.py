"""The random programs of tests/support/verified.py, with more that main does while it is alone.

Before there are threads it works on the memory that it shares with them later, and puts back what was there. When they
are over it gives to library functions what it has computed from theirs, and memory of theirs that it does not look at;
what the functions answer decides whether the program fails.
"""

import random
from pathlib import Path
from typing import Final

from tests.support.random_checked import VARIABLES
from tests.support.random_verified import STATEMENTS, filled
from tests.support.verified import text_of as plain_text_of

_BEGINS: Final = "pthread_t t[2];"
_ENDS: Final = "/* the end */"
_HEAD: Final = '#include <stdlib.h>\n#include <string.h>\nstatic char digits[8] = "..";\n'
_AT_THE_END: Final = (
    'digits[0] = "./01"[$v & 3]; assert(a64l(digits) != $k);',
    'assert(strcoll((const char *)&$v, "\\$k") != 0);',
    'digits[1] = "./01"[($v + $w) & 3]; if (strcoll(digits, "..") > $k) $v = 3; assert($v != 3);',
)


def text_of(seed: int, folder: Path) -> str:
    chance = random.Random(f"verified alone {seed}")
    text = plain_text_of(2 * seed + 1, folder)  # one of tests/support/random_verified.py
    silent = [one for one in STATEMENTS if "assert" not in one[0]]
    works = [line for _ in range(chance.randrange(1, 6)) for line in filled(chance.choice(silent), chance)]
    saved = [f"int saved_{name} = {name};" for name in VARIABLES]
    put_back = [f"{name} = saved_{name};" for name in VARIABLES]
    begins = "\n    ".join((*saved, *works, "memset(table, 0, sizeof table); a = 0;", *put_back, _BEGINS))
    ends = "\n    ".join((*(_ending(chance) for _ in range(chance.randrange(1, 3))), _ENDS))
    return _HEAD + text.replace(_BEGINS, begins).replace(_ENDS, ends)


def _ending(chance: random.Random) -> str:
    one, other = chance.sample(VARIABLES, 2)
    text = chance.choice(_AT_THE_END).replace("$v", one).replace("$w", other)
    return text.replace("$k", str(chance.choice((1, 2, 2, 3))))
