/* strtod and its like, bit by bit. */
#include "compared.h"

LINKED(double, strtod, const char *, char **);
LINKED(float, strtof, const char *, char **);
LINKED(long double, strtold, const char *, char **);
LINKED(double, atof, const char *);

#define BOTH(name, size) \
    do { \
        char *end = NULL, *real_end = NULL; \
        errno = 0; \
        __auto_type ours = OWN(name)(text, &end); \
        int failed = errno; \
        errno = 0; \
        __auto_type real = name(text, &real_end); \
        if (memcmp(&ours, &real, size) || failed != errno || end != real_end) { \
            printf("%s of '%s': %a instead of %a, errno %d, %d\n", #name, text, (double)ours, (double)real, failed, errno); \
            exit(1); \
        } \
    } while (0)

static void every(const char *text) {
    BOTH(strtod, 8);
    BOTH(strtof, 4);
    BOTH(strtold, 10);
    double ours = OWN(atof)(text), real = atof(text);
    AGREE(text, memcmp(&ours, &real, 8), 0);
}

int main(void) {
    static const char *const edges[] = {
        "0", "-0", "0.0", "-.0", ".", "-.", "1.", ".5", "1e5", "1e", "1e+", "0x1p3", "0x", "0x.8", "inf", "-infinity", "infinit",
        "nan", "nan(12)", "nan(", "nan(a b)", "1e999", "1e-999", "-1e400", "4.9e-324", "2.4703282292062327e-324",
        "123456789012345", "1234567890123456", "12345678901234567890", "0.000000000000001", "0.00000000000000001", "1.5.5",
        "  \t7.25abc", "+3", "+-3", "3-4", "2(", "", " ", "179769313486231580793728971405301e276", "1,5", "1_0", "00000000000000000001.5",
    };
    for (unsigned at = 0; at < sizeof edges / sizeof *edges; at++) every(edges[at]);
    char text[1200];
    for (int round = 0; round < 200000; round++) {
        static const char *const sets[] = {"0123456789.", "0123456789.e-+", "01.", "0123456789", " .1x", "infatyn()x0"};
        invent(text, chosen(3) ? 14 : 30, sets[chosen(6)]);
        every(text);
    }
    for (int length = 995; length < 1010; length++) {
        memset(text, '1', sizeof text);
        text[length] = '\0';
        every(text);
        text[3] = '.';
        every(text);
    }
    puts("as expected");
    return 0;
}
