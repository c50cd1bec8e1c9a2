/* strtod and its like. A decimal number of few digits is made here: both its digits and the power of ten are doubles without
 * rounding, so that one division or multiplication rounds as it should. Of others the bytes are read here, and the library
 * makes the number of a copy that nobody else knows. */
#include "decimals.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1000, EXACT_IN_FLOAT = 7 };

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
    const char *begin = string;
    while (is_space((byte)*begin)) begin++;
    struct decimal found = decimal_at(begin);
    if (is_simple(&found) && (found.fraction == 0 || found.count <= EXACT_IN_FLOAT)) {
        if (end != NULL) *end = (char *)found.end;
        float number = (float)(int64_t)found.digits / (float)power_of_ten(found.fraction);
        return found.negative ? -number : number;
    }
    BY_LIBRARY(strtof);
}

long double FOLLOWED(strtold)(const char *string, char **end) {
    BY_LIBRARY(strtold);
}

double FOLLOWED(atof)(const char *string) {
    return OWN(strtod)(string, NULL);
}
