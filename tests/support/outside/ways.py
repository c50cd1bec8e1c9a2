"""Ways in which the letter travels from the thread that writes it to the function that reads it.

`put(text, k)` is done by the writer, under the lock: k is 0, 1, 2 for start, bad, later; MARK(k) is the letter.
`look(text)` is done by the reader and takes the lock itself, where it needs it; it gives what `ask` said. SPAN is the
room of a text.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Way:
    name: str
    put: str
    look: str
    declared: str = ""
    shared: bool = False
    """The memory is shared: the text itself is what both threads touch. Else the reader makes it for itself."""
    touches: bool = False
    """The function itself touches what the other thread writes or frees."""
    three: bool = False
    """Main lays all three texts, one behind the other."""
    headers: tuple[str, ...] = ()
    kept: bool = False
    """The library has it from one thread's call to the other's."""


_STATE: Final = "static char state = MARK(0);\n"
_TAKEN: Final = "LOCK(); char c = state; UNLOCK(); "
_OWN: Final = "ROOM(own); lay(own); fill(own, c); return ask(own);"
WAYS: Final = (
    Way("direct", "fill(text, MARK(k));", "LOCK(); TOUCH(text); int v = ask(text); UNLOCK(); return v;", shared=True,
        touches=True),
    Way("callback", "fill(text, MARK(k));", "LOCK(); TOUCH(text); int v = visit(ask, text); UNLOCK(); return v;",
        "static int visit(int (*with)(char *), char *s) { return with(s); }\n", shared=True, touches=True),
    Way("va_list", "fill(text, MARK(k));", "LOCK(); TOUCH(text); int v = asked(2, 0, text); UNLOCK(); return v;",
        "static int asked(int n, ...)\n{ va_list list; va_start(list, n); (void)va_arg(list, int); "
        "char *s = va_arg(list, char *); va_end(list); return ask(s); }\n", shared=True, touches=True,
        headers=("stdarg.h",)),
    Way("pointer", "which = text + k * SPAN;", "LOCK(); char *s = which ? which : text; UNLOCK(); return ask(s);",
        "static char *which;\n", shared=True, three=True),
    Way("index", "which = k; (void)text;", "LOCK(); int k = which; UNLOCK(); return ask(text + k * SPAN);",
        "static int which;\n", shared=True, three=True),
    Way("value", "state = MARK(k); (void)text;", _TAKEN + _OWN, _STATE),
    Way("store-index", "which = k; (void)text;", "LOCK(); int k = which; UNLOCK(); ROOM(own); lay(own); lay(own "
        "+ SPAN); "
        "lay(own + 2 * SPAN); fill(own + k * SPAN, MARK(1)); return ask(own + SPAN);", "static int which;\n"),
    Way("struct", "fill(shared.text, MARK(k)); (void)text;", "ROOM(own); LOCK(); *(struct box *)(void *)own = shared; "
        "UNLOCK(); return ask(((struct box *)(void *)own)->text);",
        "struct box { int number; char text[SPAN]; };\nstatic struct box shared = {7, WORDS};\n"),
    Way("function-pointer", "which = k == 1 ? say_bad : say_later; (void)text;",
        "LOCK(); char (*say)(void) = which; UNLOCK(); char c = say(); " + _OWN,
        "static char say_start(void) { return MARK(0); }\nstatic char say_bad(void) { return MARK(1); }\n"
        "static char say_later(void) { return MARK(2); }\nstatic char (*which)(void) = say_start;\n"),
    Way("library-to-library", "state = MARK(k); (void)text;", _TAKEN + 'ROOM(own); lay(own); '
        'snprintf(own, SPAN, "%.*s%c%s", AT, WORDS, c, WORDS + AT + 1); return ask(own);', _STATE,
        headers=("stdio.h",)),
    Way("errno", "state = MARK(k); (void)text;", _TAKEN + "errno = c; c = (char)errno; " + _OWN, _STATE, headers=(
        "errno.h",)),
    Way("output", "state = MARK(k); (void)text;", _TAKEN + "FILE *file = tmpfile(); fputc(c, file); rewind(file); "
        "c = (char)fgetc(file); fclose(file); " + _OWN, _STATE, headers=("stdio.h",)),
    Way("memory-stream", "state = MARK(k); (void)text;", _TAKEN + "char *b; size_t n; FILE *file = "
        "open_memstream(&b, &n); "
        "fputc(c, file); fclose(file); c = b[0]; free(b); " + _OWN, _STATE, headers=("stdio.h", "stdlib.h")),
    Way("address", "where = (char *)0x1000 + MARK(k); (void)text;", "LOCK(); char *a = where; UNLOCK(); "
        "char c = (char)((uintptr_t)a - 0x1000); " + _OWN, "static char *where = (char *)0x1000 + MARK(0);\n",
        headers=("stdint.h",)),
    Way("kept", "keep(MARK(k)); (void)text;", "LOCK(); int v = kept(); UNLOCK(); (void)text; return v;", kept=True),
)  # fmt: skip
