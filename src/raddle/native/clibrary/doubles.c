/* strtod and its like. A decimal number of few digits is made here: both its digits and the power of ten are doubles without
 * rounding, so that one division or multiplication rounds as it should. Of others the bytes are read here, and the library
 * makes the number of a copy that nobody else knows. */
#include "own.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1000, EXACT_DIGITS = 15 };

static bool may_belong(byte c) {
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    return is_digit(c) | (letter < 26) | (c == '.') | (c == '+') | (c == '-') | (c == '_') | (c == '(') | (c == ')');
}

static double power_of_ten(int exponent) {
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

static struct decimal decimal_at(const char *string) {
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
static bool is_simple(const struct decimal *found) {
    return found->end != NULL && found->count <= EXACT_DIGITS && !may_belong((byte)*found->end);
}

static double simple_number(const struct decimal *found) {
    double number = (double)(int64_t)found->digits / power_of_ten(found->fraction);
    return found->negative ? -number : number;
}

/* A copy of all that may belong to the number that begins there; of what is too long, itself. */
static const char *read_all(const char *string, char *room) {
    size_t length = 0;
    while (length < LONGEST && may_belong((byte)string[length])) {
        room[length] = string[length];
        length++;
    }
    room[length] = '\0';
    return length < LONGEST ? room : string;
}

#define BY_LIBRARY(take) \
    char room[LONGEST + 1], *behind; \
    const char *at = string; \
    while (is_space((byte)*at)) at++; \
    const char *copied = read_all(at, room); \
    __auto_type number = take(copied, &behind); \
    if (end != NULL) *end = (char *)(behind == copied ? string : at + (behind - copied)); \
    return number

double FOLLOWED(strtod)(const char *string, char **end) {
    const char *begin = string;
    while (is_space((byte)*begin)) begin++;
    struct decimal found = decimal_at(begin);
    if (is_simple(&found)) {
        if (end != NULL) *end = (char *)found.end;
        return simple_number(&found);
    }
    BY_LIBRARY(strtod);
}

float FOLLOWED(strtof)(const char *string, char **end) {
    BY_LIBRARY(strtof);
}

long double FOLLOWED(strtold)(const char *string, char **end) {
    BY_LIBRARY(strtold);
}

double FOLLOWED(atof)(const char *string) {
    return OWN(strtod)(string, NULL);
}
