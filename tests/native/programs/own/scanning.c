/* sscanf and its like: formats of some conversions, texts that nearly fit them. */
#include "compared.h"

#include <stdarg.h>

LINKED(int, vsscanf, const char *, const char *, va_list);

static union place {
    char bytes[64];
    double number;
} mine[4], theirs[4];

static int ours(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int done = OWN(vsscanf)(text, format, arguments);
    va_end(arguments);
    return done;
}

static void both(const char *text, const char *format) {
    memset(mine, '#', sizeof mine), memset(theirs, '#', sizeof theirs);
    int one = ours(text, format, &mine[0], &mine[1], &mine[2], &mine[3]);
    int other = sscanf(text, format, &theirs[0], &theirs[1], &theirs[2], &theirs[3]);
    if (one != other || memcmp(mine, theirs, sizeof mine)) {
        printf("'%s' by '%s': %d instead of %d\n", text, format, one, other);
        exit(1);
    }
}

static const char *const kinds[] = {"d", "i", "u", "x", "o", "ld", "hhd", "hx", "lli", "s", "c", "[abc]", "[^ ,]", "[]a-c]", "[0-9-]",
                                    "f", "lf", "le", "n", "%", "zu", "jd"};
static const char *const between[] = {"", " ", ",", "key=", " : ", "%n"};
static const char *const sets[] = {"0123456789", "0123456789 ,-+", "abc ,", "0x1fF 08-", "1.5e+-x ", " key=12", "%1 :a", "\t\n7"};

static void random_formats(void) {
    for (int round = 0; round < 300000; round++) {
        char text[40], format[80], *end = format;
        invent(text, 16, sets[chosen(8)]);
        if (chosen(4) == 0) invent(text + strlen(text), 12, sets[chosen(8)]);
        for (unsigned count = 1 + chosen(3); count; count--) {
            const char *kind = kinds[chosen(22)];
            end = stpcpy(end, chosen(3) ? "" : between[chosen(5)]);
            *end++ = '%';
            if (chosen(6) == 0 && *kind != 'n' && *kind != '%') *end++ = '*';
            if (chosen(4) == 0 && *kind != 'n' && *kind != '%') end += sprintf(end, "%u", chosen(12));
            end = stpcpy(end, kind);
        }
        both(text, format);
    }
}

int main(void) {
    static const char *const cases[][2] = {
        {"key=12", "key=%d"}, {"key=", "key=%d"}, {"kex", "key=%d"}, {"", "%d"}, {"", ""}, {"", " "}, {"", "x"}, {"  ", "%s"},
        {"a b c", "%s%s%s"}, {"abc", "%c%c%c"}, {"abc", "%5c"}, {"abc", "%2c%n"}, {"0x", "%x%n"}, {"0xg", "%x%n"}, {"0x1", "%2x%n"},
        {"0x1", "%i%n"}, {"-0x", "%i%n"}, {"010", "%i"}, {"08", "%i%n"}, {"99999999999", "%d"}, {"99999999999999999999", "%d"},
        {"-99999999999999999999", "%ld"}, {"99999999999999999999", "%lu"}, {"-1", "%u"}, {"+", "%d"}, {"+-3", "%d"}, {"3-4", "%d-%d"},
        {"1.5", "%d%f"}, {"1e", "%f%n"}, {"1e+", "%lf%n"}, {"0x1p3", "%lf"}, {"inf", "%lf"}, {"infx", "%lf%n"}, {"in", "%lf%n"},
        {"nan", "%f"}, {".", "%lf"}, {"-.5", "%lf"}, {"5.", "%lf%n"}, {"12345678", "%3d%3d"}, {"1.25", "%3lf%n"}, {"a]b", "%[]a]"},
        {"a-c", "%[a-]"}, {"abc", "%[^c]%n"}, {"100%", "%d%%"}, {"100 %", "%d%%%n"}, {"1 2", "%*d%d"}, {"1", "%*d%d"}, {"x", "%1$d"},
        {"5", "%Lf"}, {"abc", "%ls"}, {"0x10", "%p"}, {"(nil)", "%p"}, {"abc", "%"}, {"0", "%x%n"}, {"00x1", "%i%n"}, {"  7", " %d"},
        {"1,2", "%d , %d"}, {"1 ,2", "%d , %d"}, {"\xa0" "1", "%d"}, {"5", "%0d"}, {"9223372036854775808", "%ld"},
    };
    for (unsigned at = 0; at < sizeof cases / sizeof *cases; at++) both(cases[at][0], cases[at][1]);
    random_formats();
    puts("as expected");
    return 0;
}
