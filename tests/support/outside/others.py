"""Functions of libc that read texts and are not among those followed exactly, and libraries of other people."""

from typing import Final

from tests.support.outside.functions import BY_LETTER, KEY, Filler, Keeper, Reader, Text, fill, keep, one_of, read

_ALL: Final = (
    "stdio.h", "stdlib.h", "string.h", "wchar.h", "wctype.h", "regex.h", "fnmatch.h", "libgen.h", "arpa/inet.h",
    "iconv.h",
    "time.h", "math.h", "search.h", "setjmp.h", "argz.h", "monetary.h", "errno.h", "unistd.h", "netdb.h",
)  # fmt: skip


def _asked(family: str, name: str, ask: str, bad: str = "1", text: Text = KEY, **more: object) -> Reader:
    return read(family, name, ask, bad, text, headers=_ALL, **more)


def _filled(family: str, name: str, body: str, text: Text = KEY) -> Filler:
    return fill(family, name, body, text, headers=_ALL)


ASKED: Final = (
    _asked("matching", "regexec", 'regex_t r; regcomp(&r, "^key=0*5$", REG_EXTENDED | REG_NOSUB); '
           "int v = regexec(&r, s, 0, NULL, 0) == 0; regfree(&r); return v;"),
    _asked("matching", "fnmatch", 'fnmatch("key=*5", s, 0) == 0'),
    _asked("matching", "strverscmp", 'strverscmp(s, "key=00000005") == 0'),
    _asked("matching", "strcoll", 'strcoll(s, "key=00000005") == 0'),
    _asked("matching", "strxfrm", 'char d[64]; strxfrm(d, s, 64); return d[11];', "'5'"),
    _asked("matching", "getsubopt", 'char d[16]; for (int i = 0; i < 13; i++) d[i] = s[i]; char *o = d, *v = NULL; '
           'char key[] = "key"; char *k[2] = {key, NULL}; getsubopt(&o, k, &v); return v ? v[7] : 0;', "'5'"),
    _asked("wide", "mbstowcs", "wchar_t w[32]; mbstowcs(w, s, 32); return (int)w[11];", "'5'"),
    _asked("wide", "wcscmp", "wchar_t w[32]; for (int i = 0; i < 13; i++) w[i] = s[i]; "
           'return wcscmp(w, L"key=00000005") == 0;'),
    _asked("wide", "wcslen", "wchar_t w[32]; for (int i = 0; i < 13; i++) w[i] = s[i]; return (int)wcslen(w);", "6",
           Text("abcdefghijkl", 6, ("g", "\\0", "G"))),
    _asked("wide", "wcstol", "wchar_t w[32]; for (int i = 0; i < 13; i++) w[i] = s[i]; "
           "return (int)wcstol(w + 4, NULL, 10);", "5"),
    _asked("wide", "wmemchr", "wchar_t w[32]; for (int i = 0; i < 13; i++) w[i] = s[i]; "
           "return wmemchr(w, L'5', 12) != NULL;"),
    _asked("wide", "swprintf", 'wchar_t w[32]; swprintf(w, 32, L"%s", s); return (int)w[11];', "'5'"),
    _asked("wide", "btowc", "(int)btowc(s[11])", "'5'"),
    _asked("wide", "towupper", "(int)towupper((wint_t)s[11])", "'X'", one_of("a", "x", "b")),
    _asked("wide", "iconv", 'char d[64] = ""; char *from = s, *to = d; size_t n = 12, room = 64; '
           'iconv_t i = iconv_open("UTF-8", "ASCII"); iconv(i, &from, &n, &to, &room); iconv_close(i); return d[11];',
           "'5'"),
    _asked("network", "inet_addr", 'char d[16] = "10.0.0."; d[7] = s[11]; d[8] = 0; return '
           '(int)(ntohl(inet_addr(d)) & 255);',
           "5"),
    _asked("network", "inet_pton", 'char d[16] = "10.0.0."; d[7] = s[11]; d[8] = 0; unsigned char a[4] = {0}; '
           "inet_pton(AF_INET, d, a); return a[3];", "5"),
    _asked("network", "htons", "htons((unsigned short)(s[11] - 48)) >> 8", "5"),
    _asked("network", "basename", "char d[16]; for (int i = 0; i < 13; i++) d[i] = s[i]; d[3] = '/'; "
           "return basename(d)[7];", "'5'"),
    _asked("dates", "strptime", "struct tm t; memset(&t, 0, sizeof t); strptime(s + 10, \"%M\", &t); return t.tm_min;",
           "5"),
    _asked("dates", "mktime", "struct tm t; memset(&t, 0, sizeof t); t.tm_mday = 1; t.tm_year = 100; t.tm_sec = s[11]; "
           "time_t n = timegm(&t); return (int)(n % 60);", "'5'"),
    _asked("dates", "strftime", "struct tm t; memset(&t, 0, sizeof t); t.tm_sec = s[11] - 48; char d[8]; "
           'strftime(d, 8, "%S", &t); return d[1];', "'5'"),
    _asked("mathematics", "sqrt", "sqrt((s[11] - 48) * 5.0) == 5.0"),
    _asked("mathematics", "fmod", "(int)fmod(s[11] - 48, 7.0)", "5"),
    _asked("mathematics", "frexp", "int e = 0; frexp(s[11] - 47, &e); return e;", "3", one_of("0", "5", "9")),
    _asked("mathematics", "abs", "abs(s[11] - '5') == 0"),
    _asked("mathematics", "div", "div(s[11] - 48, 6).rem", "5"),
    _asked("mathematics", "lround", "(int)lround(s[11] - 48.0)", "5"),
    _asked("numbers outside", "a64l", "(int)a64l(s + 11)", "7"),
    _asked("numbers outside", "ecvt", "int d, g; return ecvt(s[11] - 48.0, 1, &d, &g)[0];", "'5'"),
    _asked("numbers outside", "gcvt", "char d[32]; gcvt(s[11] - 48.0, 3, d); return d[0];", "'5'"),
    _asked("control", "longjmp", "jmp_buf b; volatile int v = setjmp(b); if (!v) longjmp(b, s[11]); return v;", "'5'"),
    _asked("control", "strerror-text", "(int)strlen(strerror(s[11] - 48)) == (int)strlen(strerror(5))"),
    _asked("tables", "lfind", 'size_t n = 12; return lfind("5", s, &n, 1, by_letter) != NULL;', helpers=BY_LETTER),
    _asked("streams", "fscanf", 'int v = -1; FILE *f = fmemopen(s, 12, "r"); if (fscanf(f, "key=%d", &v) != 1) v = -2; '
           "fclose(f); return v;", "5"),
    _asked("streams", "fgets", 'char d[32] = ""; FILE *f = fmemopen(s, 12, "r"); if (!fgets(d, 32, f)) d[11] = '
           '0; fclose(f); '
           "return d[11];", "'5'"),
    _asked("streams", "fprintf", "char *b; size_t n; FILE *f = open_memstream(&b, &n); fprintf(f, \"%s\", s); "
           "fclose(f); "
           "int v = b[11]; free(b); return v;", "'5'"),
    _asked("streams", "fwrite", "FILE *f = tmpfile(); fwrite(s, 1, 12, f); fseek(f, 11, SEEK_SET); int v = fgetc(f); "
           "fclose(f); return v;", "'5'"),
    _asked("files", "write", "int e[2]; char d[12]; if (pipe(e) || write(e[1], s, 12) != 12 || read(e[0], d, "
           "12) != 12) "
           "abort(); close(e[0]); close(e[1]); return d[11];", "'5'"),
)  # fmt: skip
FILLED: Final = (
    _filled("streams", "fmemopen-into", 'FILE *f = fmemopen(s + AT, 2, "w"); fputc(c, f); fclose(f);'),
    _filled("streams", "fread-into", "FILE *f = tmpfile(); fputc(c, f); rewind(f); if (fread(s + AT, 1, 1, f) "
            "!= 1) abort(); "
            "fclose(f);"),
    _filled("files", "read-into", "int e[2]; if (pipe(e) || write(e[1], &c, 1) != 1 || read(e[0], s + AT, 1) != "
            "1) abort(); "
            "close(e[0]); close(e[1]);"),
    _filled("dates", "strftime-into", "struct tm t; memset(&t, 0, sizeof t); t.tm_sec = c - 48; char d[8]; (void)d; "
            "strftime(s + AT - 1, 3, \"%S\", &t);"),
    _filled("wide", "wcstombs-into", "wchar_t w[2] = {(wchar_t)c, 0}; wcstombs(s + AT, w, 2);"),
    _filled("wide", "wctomb-into", "wctomb(s + AT, (wchar_t)c);"),
    _filled("network", "inet_ntop-into", "unsigned char a[4] = {1, 1, 1, (unsigned char)(c - 48)}; char d[16]; "
            "inet_ntop(AF_INET, a, s + AT - 6, 16); (void)d;", Text("key=0000000", 10, ("0", "5", "9"))),
    _filled("memory outside", "swab-into", "char two[2] = {'!', c}; swab(two, s + AT, 2);"),
)  # fmt: skip
_SUM: Final = "int NAME(const char *s) { int n = 0; while (*s) n += *s++; return n == 779; }\n"
_STATE: Final = "static int kept;\nvoid NAME_put(char c) { kept = c; }\nint NAME_get(void) { return kept; }\n"


def _alike(name: str) -> tuple[Reader, Keeper]:
    """Two of a small library whose names begin as those of libc do."""
    reads = _SUM.replace("NAME", name)
    state = _STATE.replace("NAME", name)
    c = '#ifdef __cplusplus\nextern "C" {\n#endif\n'
    end = "#ifdef __cplusplus\n}\n#endif\n"
    return (
        read("libraries", f"{name}", f"{name}(s)", library=reads, helpers=f"{c}int {name}(const char *s);\n{end}"),
        keep("libraries", f"{name}_put", f"{name}_put(c);", f"{name}_get()", library=state,
             helpers=f"{c}void {name}_put(char c);\nint {name}_get(void);\n{end}"),
    )  # fmt: skip


LIBRARIES: Final = tuple(
    one
    for name in ("memory_sum", "strfold", "iswell", "wcsum", "mem_ready", "atohash", "std_size", "total")
    for one in _alike(name)
)
OTHERS: Final = (*ASKED, *FILLED, *LIBRARIES)
