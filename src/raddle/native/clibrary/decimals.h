/* Decimal numbers of few digits, which need the library for nothing. */
#ifndef RADDLE_DECIMALS_H
#define RADDLE_DECIMALS_H
#include "own.h"

enum { EXACT_DIGITS = 15 };

/* Whether a number that strtod takes may have it. */
static inline bool may_belong(byte c) {
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    return is_digit(c) | (letter < 26) | (c == '.') | (c == '+') | (c == '-') | (c == '_') | (c == '(') | (c == ')');
}

static inline double power_of_ten(int exponent) {
    double power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

struct decimal {
    uint64_t digits;
    int count; /* of digits */
    int fraction; /* of digits behind the point */
    bool negative;
    const char *end; /* NULL: there is no number */
};

static inline struct decimal decimal_at(const char *string) {
    struct decimal found = {0, 0, 0, false, NULL};
    char sign = *string;
    found.negative = sign == '-';
    if ((sign == '-') | (sign == '+')) string++;
    for (; is_digit((byte)*string) && found.count <= EXACT_DIGITS; string++, found.count++)
        found.digits = found.digits * 10 + (unsigned)(*string - '0');
    bool has_point = *string == '.';
    if (has_point) string++;
    for (; has_point && is_digit((byte)*string) && found.count <= EXACT_DIGITS; string++, found.count++, found.fraction++)
        found.digits = found.digits * 10 + (unsigned)(*string - '0');
    if (found.count > 0) found.end = string;
    return found;
}

/* Whether what stands there is all of the number, and no more than digits with a point. */
static inline bool is_simple(const struct decimal *found) {
    return found->end != NULL && found->count <= EXACT_DIGITS && !may_belong((byte)*found->end);
}

static inline double simple_number(const struct decimal *found) {
    double number = (double)(int64_t)found->digits / power_of_ten(found->fraction);
    return found->negative ? -number : number;
}
#endif
