/* strtol and its like. */
#include "compared.h"

#include <inttypes.h>

LINKED(long, strtol, const char *, char **, int);
LINKED(long long, strtoll, const char *, char **, int);
LINKED(unsigned long, strtoul, const char *, char **, int);
LINKED(unsigned long long, strtoull, const char *, char **, int);
LINKED(intmax_t, strtoimax, const char *, char **, int);
LINKED(uintmax_t, strtoumax, const char *, char **, int);
LINKED(int, atoi, const char *);
LINKED(long, atol, const char *);
LINKED(long long, atoll, const char *);
LINKED(long, __isoc23_strtol, const char *, char **, int);

#define BOTH(name, text, base) \
    do { \
        char *end = (char *)text, *real_end = (char *)text; \
        errno = 0; \
        __auto_type ours = OWN(name)(text, &end, base); \
        int failed = errno; \
        errno = 0; \
        __auto_type real = name(text, &real_end, base); \
        AGREE(text, ours, real); \
        AGREE(text, failed, errno); \
        AGREE(text, end - text, real_end - text); \
        AGREE(text, OWN(name)(text, NULL, base), real); \
    } while (0)

static void every(const char *text, int base) {
    BOTH(strtol, text, base);
    BOTH(strtoll, text, base);
    BOTH(strtoul, text, base);
    BOTH(strtoull, text, base);
    BOTH(strtoimax, text, base);
    BOTH(strtoumax, text, base);
    AGREE(text, OWN(atoi)(text), atoi(text));
    AGREE(text, OWN(atol)(text), atol(text));
    AGREE(text, OWN(atoll)(text), atoll(text));
}

int main(void) {
    static const char *const edges[] = {
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999", "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff", "0x10000000000000000",
        "-0x8000000000000000", "0", "-0", "+", "-", "0x", "0xg", "-0x", "08", "010", "+-1", "- 1", "", " ", "zz", "\v\f\r\t\n 7",
    };
    for (unsigned at = 0; at < sizeof edges / sizeof *edges; at++)
        for (int base = -1; base <= 37; base++) every(edges[at], base);
    for (int round = 0; round < 100000; round++) {
        char text[80];
        static const char *const sets[] = {"0123456789", "01 +-x", "0123456789abcdefABCDEFxX", "zZyY19", "\t\n 9-\xa0"};
        invent(text, chosen(2) ? 6 : 25, sets[chosen(5)]);
        static const int bases[] = {0, 2, 8, 10, 16, 36};
        every(text, chosen(4) ? bases[chosen(6)] : (int)chosen(40) - 1);
    }
    AGREE("0b101", OWN(__isoc23_strtol)("0b101", NULL, 0), 5);
    AGREE("-0B11", OWN(__isoc23_strtol)("-0B11", NULL, 2), -3);
    AGREE("0b2", OWN(__isoc23_strtol)("0b2", NULL, 0), 0);
    AGREE("0b1 in base 16", OWN(__isoc23_strtol)("0b1", NULL, 16), 0xb1);
    puts("as expected");
    return 0;
}
