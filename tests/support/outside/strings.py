"""The str* and mem* families, what copies and compares, classes of letters, sorting: followed exactly."""

from typing import Final

from tests.support.outside.functions import BY_LETTER, CUT, KEY, Filler, Reader, Text, fill, one_of, read

_LETTER: Final = "'5'"
_SORTED: Final = Text("acegikmo", 3, ("g", "h", "f"))


def _asked(name: str, ask: str, bad: str = "1", text: Text = KEY) -> Reader:
    return read("strings", name, ask, bad, text, headers=("string.h", "strings.h", "stdlib.h"), followed=True)


def _copied(name: str, call: str) -> Reader:
    """`call` copies `s` to `d`."""
    return _asked(name, f'char d[64] = ""; {call} return d[11];', _LETTER)


def _class(name: str, start: str, bad: str, later: str) -> Reader:
    ask = f"{name}((unsigned char)s[11]) != 0"
    return read("classes", name, ask, text=one_of(start, bad, later), headers=("ctype.h",), followed=True)


def _filled(name: str, body: str, text: Text = KEY) -> Filler:
    return fill("strings", name, body, text, headers=("string.h", "strings.h", "stdlib.h"), followed=True)


SEARCHED: Final = (
    _asked("strlen", "(int)strlen(s)", "6", CUT),
    _asked("strnlen", "(int)strnlen(s, 40)", "6", CUT),
    _asked("strcmp", 'strcmp(s, "key=00000005") == 0'),
    _asked("strncmp", 'strncmp(s, "key=00000005", 12) == 0'),
    _asked("strcasecmp", 'strcasecmp(s, "KEY=00000005") == 0'),
    _asked("strncasecmp", 'strncasecmp(s, "KEY=00000005", 12) == 0'),
    _asked("memcmp", 'memcmp(s, "key=00000005", 12) == 0'),
    _asked("bcmp", 'bcmp(s, "key=00000005", 12) == 0'),
    _asked("strcmp-order", 'strcmp(s, "key=00000004") > 0 && strcmp(s, "key=00000006") < 0'),
    _asked("memcmp-order", 'memcmp(s, "key=00000004", 12) > 0 && memcmp(s, "key=00000006", 12) < 0'),
    _asked("strchr", "strchr(s, '5') != NULL"),
    _asked("strchr-end", "(int)(strchr(s, '\\0') - s)", "6", CUT),
    _asked("strrchr", "strrchr(s, '5') != NULL"),
    _asked("index", "index(s, '5') != NULL"),
    _asked("rindex", "rindex(s, '5') != NULL"),
    _asked("memchr", "memchr(s, '5', 12) != NULL"),
    _asked("memrchr", "memrchr(s, '5', 12) != NULL"),
    _asked("strchrnul", "(int)(strchrnul(s, '5') - s)", "11"),
    _asked("strpbrk", 'strpbrk(s, "567") != NULL', text=one_of("0", "6", "9")),
    _asked("strspn", '(int)strspn(s, "key=05")', "12", one_of("1", "5", "9")),
    _asked("strcspn", '(int)strcspn(s, "57")', "11"),
    _asked("strstr", 'strstr(s, "005") != NULL'),
    _asked("strcasestr", 'strcasestr(s, "00F") != NULL', text=one_of("0", "f", "9")),
    _asked("memmem", 'memmem(s, 12, "005", 3) != NULL'),
    _asked("strtok_r", 'char d[16], *rest; for (int i = 0; i < 13; i++) d[i] = s[i]; '
           'return strtok_r(d, "5", &rest)[11] == 0;'),
    _asked("strsep", "char d[16], *rest = d; for (int i = 0; i < 13; i++) d[i] = s[i]; "
           'strsep(&rest, "5"); return rest != NULL;'),
)  # fmt: skip
COPIED: Final = (
    _copied("strcpy", "strcpy(d, s);"),
    _copied("strncpy", "strncpy(d, s, 40);"),
    _copied("stpcpy", "stpcpy(d, s);"),
    _copied("stpncpy", "stpncpy(d, s, 40);"),
    _copied("strcat", "strcat(d, s);"),
    _copied("strncat", "strncat(d, s, 40);"),
    _copied("memcpy", "memcpy(d, s, 13);"),
    _copied("memmove", "memmove(d, s, 13);"),
    _copied("mempcpy", "mempcpy(d, s, 13);"),
    _copied("bcopy", "bcopy(s, d, 13);"),
    _copied("memccpy", "memccpy(d, s, '5', 13);"),
    _asked("strdup", "char *d = strdup(s); int v = d[11]; free(d); return v;", _LETTER),
    _asked("strndup", "char *d = strndup(s, 40); int v = d[11]; free(d); return v;", _LETTER),
    _asked("strdup-length", "char *d = strdup(s); int v = (int)strlen(d); free(d); return v;", "6", CUT),
    _asked("memcpy-within", "memcpy(s + 20, s, 13); return s[31];", _LETTER),
    _asked("memmove-over", "char d[64]; memcpy(d, s, 13); memmove(d + 1, d, 13); return d[12];", _LETTER),
)
FILLED: Final = (
    _filled("memset", "memset(s + AT, c, 1);"),
    _filled("memset-tail", "memset(s + AT - 2, c, 3);"),
    _filled("bzero", "s[AT] = c; if (c == 0) bzero(s + AT, 2);", CUT),
    _filled("memcpy-into", "memcpy(s + AT, &c, 1);"),
    _filled("memmove-into", "memmove(s + AT, &c, 1);"),
    _filled("mempcpy-into", "mempcpy(s + AT, &c, 1);"),
    _filled("bcopy-into", "bcopy(&c, s + AT, 1);"),
    _filled("strcpy-into", "char one[2] = {c, 0}; strcpy(s + AT, one);"),
    _filled("stpcpy-into", "char one[2] = {c, 0}; stpcpy(s + AT, one);"),
    _filled("strncpy-into", "strncpy(s + AT, &c, 1);"),
    _filled("strcat-into", "char one[2] = {c, 0}; s[AT] = 0; strcat(s, one);"),
    _filled("strncat-into", "char one[2] = {c, 0}; s[AT] = 0; strncat(s, one, 1);"),
    _filled("memccpy-into", "char two[2] = {c, '!'}; memccpy(s + AT, two, '!', 1);"),
    _filled("strtok_r-into", "char *rest; s[AT] = c ? c : '!'; if (c == 0) strtok_r(s, \"!\", &rest);", CUT),
)  # fmt: skip
CLASSES: Final = (
    _class("isalpha", "0", "x", "1"),
    _class("isdigit", "a", "5", "b"),
    _class("isalnum", "!", "5", "?"),
    _class("isupper", "a", "B", "c"),
    _class("islower", "A", "b", "C"),
    _class("isspace", "a", " ", "b"),
    _class("isblank", "a", " ", "b"),
    _class("isxdigit", "z", "5", "y"),
    _class("ispunct", "a", "!", "b"),
    _class("iscntrl", "a", "\\n", "b"),
    _class("isprint", "\\t", "a", "\\n"),
    _class("isgraph", " ", "a", "\\t"),
    read("classes", "toupper", "toupper((unsigned char)s[11])", "'X'", one_of("a", "x", "b"), headers=("ctype.h",),
         followed=True),
    read("classes", "tolower", "tolower((unsigned char)s[11])", "'x'", one_of("A", "X", "B"), headers=("ctype.h",),
         followed=True),
)  # fmt: skip
SORTED: Final = (
    read("sorting", "qsort", "char d[12]; for (int i = 0; i < 12; i++) d[i] = s[i]; qsort(d, 12, 1, by_letter); "
         "return d[7];", "'5'", headers=("stdlib.h",), followed=True, helpers=BY_LETTER),
    read("sorting", "bsearch", 'bsearch("h", s, 8, 1, by_letter) != NULL', text=_SORTED, headers=("stdlib.h",),
         followed=True, helpers=BY_LETTER),
    fill("sorting", "qsort-into", "char two[2] = {c, 'z'}; s[AT] = 'z'; s[AT + 1] = c; qsort(s + AT, 2, 1, by_letter); "
         "(void)two;", headers=("stdlib.h",), followed=True, helpers=BY_LETTER),
)  # fmt: skip
STRINGS: Final = SEARCHED + COPIED + FILLED + CLASSES + SORTED
