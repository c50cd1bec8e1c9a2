"""Numbers out of texts and texts out of numbers: strto*, ato*, the formats of printf and scanf."""

from typing import Final

from tests.support.outside.functions import CUT, KEY, Filler, Reader, Text, fill, one_of, read

_VARIADIC: Final = """static int spell(char *to, size_t room, const char *format, ...)
{ va_list list; va_start(list, format); int n = vsnprintf(to, room, format, list); va_end(list); return n; }
static int spell_all(char *to, const char *format, ...)
{ va_list list; va_start(list, format); int n = vsprintf(to, format, list); va_end(list); return n; }
static int scan(const char *from, const char *format, ...)
{ va_list list; va_start(list, format); int n = vsscanf(from, format, list); va_end(list); return n; }
"""
_HEADERS: Final = ("stdio.h", "stdarg.h", "string.h", "stdlib.h", "errno.h", "inttypes.h")
_END: Final = Text("12345678", 4, ("5", "x", "6"))
_RANGE: Final = Text("9223372036854775806", 18, ("6", "8", "7"))


def _number(name: str, ask: str, bad: str = "5", text: Text = KEY, **more: object) -> Reader:
    return read("numbers", name, ask, bad, text, headers=_HEADERS, followed=True, **more)


def _spelt(
    name: str, call: str, shown: str = "d[11]", bad: str = "'5'", text: Text = KEY, *, followed: bool = True
) -> Reader:
    ask = f'char d[64] = ""; {call} return {shown};'
    return read("formats", name, ask, bad, text, headers=_HEADERS, followed=followed, helpers=_VARIADIC)


def _scanned(name: str, call: str, *, followed: bool = True) -> Reader:
    ask = f"int v = -1; {call} return v;"
    return read("scans", name, ask, "5", headers=_HEADERS, followed=followed, helpers=_VARIADIC)


def _filled(name: str, body: str, family: str = "formats") -> Filler:
    return fill(family, name, body, headers=_HEADERS, followed=True, helpers=_VARIADIC)


NUMBERS: Final = (
    _number("strtol", "(int)strtol(s + 4, NULL, 10)"),
    _number("strtol-any-base", "(int)strtol(s + 10, NULL, 0)"),
    _number("strtol-hex", "(int)strtol(s + 4, NULL, 16)", "15", one_of("1", "f", "2")),
    _number("strtol-end", "char *end; strtol(s, &end, 10); return (int)(end - s);", "4", _END),
    _number("strtol-errno", "errno = 0; strtol(s, NULL, 10); return errno == ERANGE;", "1", _RANGE),
    _number("strtoul", "(int)strtoul(s + 4, NULL, 10)"),
    _number("strtoll", "(int)strtoll(s + 4, NULL, 10)"),
    _number("strtoull", "(int)strtoull(s + 4, NULL, 10)"),
    _number("strtoimax", "(int)strtoimax(s + 4, NULL, 10)"),
    _number("strtoumax", "(int)strtoumax(s + 4, NULL, 10)"),
    _number("atoi", "atoi(s + 4)"),
    _number("atol", "(int)atol(s + 4)"),
    _number("atoll", "(int)atoll(s + 4)"),
    _number("strtod", "(int)strtod(s + 4, NULL)"),
    _number("strtof", "(int)strtof(s + 4, NULL)"),
    _number("atof", "(int)atof(s + 4)"),
)
SPELT: Final = (
    _spelt("snprintf-s", 'snprintf(d, sizeof d, "%s", s);'),
    _spelt("snprintf-length", 'int n = snprintf(NULL, 0, "<%s>", s);', "n", "8", CUT),
    _spelt("snprintf-d", 'snprintf(d, sizeof d, "%d", s[11] - 48);', "d[0]"),
    _spelt("snprintf-05d", 'snprintf(d, sizeof d, "%05d", s[11] - 48);', "d[4]"),
    _spelt("snprintf-star", 'snprintf(d, sizeof d, "%*d", 4, s[11] - 48);', "d[3]"),
    _spelt("snprintf-width", 'snprintf(d, sizeof d, "%*d|", s[11] - 40, 7);', "(int)strlen(d)", "14"),
    _spelt("snprintf-c", 'snprintf(d, sizeof d, "<%c>", s[11]);', "d[1]"),
    _spelt("snprintf-x", 'snprintf(d, sizeof d, "%x", s[11]);', "d[1]", "'5'"),
    _spelt("snprintf-lu", 'snprintf(d, sizeof d, "%lu", (unsigned long)(s[11] - 48));', "d[0]"),
    _spelt("snprintf-zu", 'snprintf(d, sizeof d, "%zu", (size_t)(s[11] - 48));', "d[0]"),
    _spelt("snprintf-lld", 'snprintf(d, sizeof d, "%lld", (long long)(s[11] - 48));', "d[0]"),
    _spelt("snprintf-precision", 'snprintf(d, sizeof d, "%.*s", 12, s);'),
    _spelt("snprintf-left", 'snprintf(d, sizeof d, "%-20s|", s);'),
    _spelt("sprintf", 'sprintf(d, "%s", s);'),
    _spelt("vsnprintf", 'spell(d, sizeof d, "%s", s);'),
    _spelt("vsnprintf-d", 'spell(d, sizeof d, "%d", s[11] - 48);', "d[0]"),
    _spelt("vsprintf", 'spell_all(d, "%s", s);'),
    _spelt("snprintf-f", 'snprintf(d, sizeof d, "%.1f", (s[11] - 48) / 1.0);', "d[0]", followed=False),
    _spelt("snprintf-n", 'int n = 0; snprintf(d, sizeof d, "%s%n", s, &n);', "n", "6", CUT, followed=False),
    _spelt("snprintf-p", 'snprintf(d, sizeof d, "%p", (void *)(long)(s[11] - 48));', "d[2]", followed=False),
    _spelt("asprintf", 'char *a = NULL; if (asprintf(&a, "%s", s) > 0) d[11] = a[11]; free(a);', followed=False),
)  # fmt: skip
SCANNED: Final = (
    _scanned("sscanf-d", 'sscanf(s, "key=%d", &v);'),
    _scanned("sscanf-skip", 'sscanf(s, "%*[^=]=%d", &v);'),
    _scanned("sscanf-c", 'char c = 0; sscanf(s + 11, "%c", &c); v = c - 48;'),
    _scanned("sscanf-s", 'char d[64] = ""; sscanf(s, "%63s", d); v = d[11] - 48;'),
    _scanned("sscanf-set", 'char d[64] = ""; sscanf(s, "%63[a-z=0-9]", d); v = d[11] - 48;'),
    _scanned("sscanf-x", 'unsigned u = 0; sscanf(s, "key=%x", &u); v = (int)u;'),
    _scanned("sscanf-ld", 'long l = 0; sscanf(s, "key=%ld", &l); v = (int)l;'),
    _scanned("sscanf-count", 'char d[8]; v = sscanf(s, "key=0000000%[5]", d) == 1 ? 5 : 0;'),
    _scanned("vsscanf", 'scan(s, "key=%d", &v);'),
)
FILLED: Final = (
    _filled("snprintf-into", 'snprintf(s + AT, 2, "%c", c);'),
    _filled("snprintf-d-into", 'snprintf(s + AT, 2, "%d", c - 48);'),
    _filled("sprintf-into", 'sprintf(s + AT, "%c", c);'),
    _filled("vsnprintf-into", 'spell(s + AT, 2, "%c", c);'),
    _filled("sscanf-into", 'char one[2] = {c, 0}; sscanf(one, "%c", s + AT);', "scans"),
    _filled("sscanf-s-into", 'char one[2] = {c, 0}; sscanf(one, "%s", s + AT);', "scans"),
    _filled("vsscanf-into", 'char one[2] = {c, 0}; scan(one, "%c", s + AT);', "scans"),
)
ALL: Final = NUMBERS + SPELT + SCANNED + FILLED
