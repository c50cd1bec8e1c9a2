/* snprintf and its like: random formats of one to three conversions. */
#include "compared.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>

LINKED(int, vsnprintf, char *, size_t, const char *, va_list);
LINKED(int, vsprintf, char *, const char *, va_list);
LINKED(int, vasprintf, char **, const char *, va_list);

static char mine[2000], theirs[2000];

static void differ(const char *format, int one, int other) {
    printf("'%s': '%s' (%d) instead of '%s' (%d)\n", format, mine, one, theirs, other);
    exit(1);
}

/* With each of some sizes, and as sprintf and asprintf. */
static void both(const char *format, ...) {
    static const size_t sizes[] = {0, 1, 5, 20, sizeof mine};
    va_list ours, real;
    for (unsigned at = 0; at < 5; at++) {
        memset(mine, '#', sizeof mine), memset(theirs, '#', sizeof theirs);
        va_start(ours, format), va_start(real, format);
        errno = 0;
        int one = OWN(vsnprintf)(mine, sizes[at], format, ours), failed = errno;
        errno = 0;
        int other = vsnprintf(theirs, sizes[at], format, real);
        va_end(ours), va_end(real);
        if (one != other || failed != errno || memcmp(mine, theirs, sizeof mine)) differ(format, one, other);
    }
    char *made = NULL;
    va_start(ours, format), va_start(real, format);
    int one = OWN(vsprintf)(mine, format, ours), other = OWN(vasprintf)(&made, format, real);
    va_end(ours), va_end(real);
    if (one != other || (one >= 0 && (strcmp(mine, theirs) || strcmp(made, mine)))) differ(format, one, other);
    free(made);
}

static char *some_number(char *to, unsigned most) {
    return to + sprintf(to, "%u", chosen(most));
}

static const char *const lengths[] = {"", "l", "ll", "h", "hh", "z", "j", "t"};

static char *conversion(char *to, const char *kinds, bool with_length) {
    *to++ = '%';
    for (unsigned count = chosen(3); count; count--) *to++ = "-+ #0"[chosen(5)];
    if (chosen(2)) to = some_number(to, 24);
    if (chosen(2)) *to++ = '.';
    if (to[-1] == '.' && chosen(4)) to = some_number(to, 24);
    if (with_length) to = stpcpy(to, lengths[chosen(8)]);
    *to++ = kinds[chosen((unsigned)strlen(kinds))];
    *to = '\0';
    return to;
}

static uint64_t some_bits(void) {
    uint64_t bits = ((uint64_t)chosen(1u << 31) << 33) ^ ((uint64_t)chosen(1u << 31) << 11) ^ chosen(1000);
    return chosen(8) ? bits >> chosen(64) : 0;
}

static double some_double(void) {
    static const double special[] = {0, -0.0, 1, 0.1, 0.5, 1.5, 2.5, 1e300, DBL_MIN, DBL_MAX, 5e-324, INFINITY, -INFINITY, NAN};
    if (chosen(3) == 0) return special[chosen(14)];
    uint64_t bits = some_bits() ^ (uint64_t)chosen(2048) << 52;
    double made;
    memcpy(&made, &bits, sizeof made);
    return chosen(2) ? made : (double)(int)chosen(100000) / 1000;
}

static void random_formats(void) {
    char format[100], word[12];
    for (int round = 0; round < 60000; round++) {
        char *end = stpcpy(format, chosen(2) ? "a" : "");
        switch (chosen(6)) {
        case 0: case 1: conversion(end, "diuxXo", true); both(format, some_bits()); break;
        case 2: conversion(end, "fFeEgGaA", false); both(format, some_double()); break;
        case 3: conversion(end, "sp", false); invent(word, 10, "xyz"); both(format, chosen(8) ? word : NULL); break;
        case 4: conversion(end, "c", false); both(format, 'a' + (int)chosen(20)); break;
        default: end = stpcpy(conversion(end, "diuxXo", true), "%%, "); conversion(conversion(end, "s", false), "fg", false);
            invent(word, 10, "xyz");
            both(format, some_bits(), word, some_double());
        }
    }
}

int main(void) {
    both("");
    both("plain");
    both("%*d|%-*d|%.*d", 8, 5, 8, 6, 3, 7);
    both("%*d|%.*d", -8, 5, -3, 7);
    both("%.*s|%*s", 2, "abcdef", 6, "abc");
    both("%d %s %f %c %ld %s %d %d %d %g", 1, "two", 3.0, '4', 5L, "six", 7, 8, 9, 10.0);
    both("%Lf %d", 1.5L, 3);
    both("%2$s %1$d", 3, "x");
    both("%'d", 1000000);
    both("%ls", L"wide");
    both("%5%");
    both("%");
    both("%y");
    both("%99999999999d", 1);
    both("%hhd %hd", 300, 70000);
    errno = ENOENT;
    both("%s", (char *)NULL);
    both("%.3s|", (char *)NULL);
    int at = 0, real_at = 0;
    (void)real_at;
    both("abc%nd", &at);
    AGREE("%n", at, 3);
    random_formats();
    puts("as expected");
    return 0;
}
