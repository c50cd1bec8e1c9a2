/* strtol and its like. */
#include "numbers.h"

#include <limits.h>

/* So many digits of a base fit into 63 bits, whatever they are: no overflow need be looked for. */
static int always_fitting(unsigned base) {
    return base <= 10 ? 18 : base <= 16 ? 15 : 12;
}

/* Past `0x` or `0b`, if a digit of that base follows; `left`: so many bytes may be looked at. */
static const char *past_prefix(const char *string, uint64_t left, char letter, unsigned base) {
    if (left < 3 || string[0] != '0') return string;
    if ((string[1] | 0x20) != letter) return string;
    return digit_worth((byte)string[2]) < base ? string + 2 : string;
}

/* `base` 0: as in C. At most `most` bytes are looked at. `binary`: 0b is a prefix. */
SHARED_PART struct digits __raddle_own_digits(const char *string, unsigned base, uint64_t most, bool binary) {
    struct digits found = {0, false, false, false, NULL};
    uint64_t left = most;
    if (left > 0) {
        char c = *string;
        found.negative = c == '-';
        if ((c == '-') | (c == '+')) string++, left--;
    }
    const char *begin = string;
    if (base == 0 || base == 16) begin = past_prefix(string, left, 'x', 16);
    if (begin > string) base = 16;
    if (binary && (base == 0 || base == 2) && (begin = past_prefix(string, left, 'b', 2)) > string) base = 2;
    if (base == 0) base = left > 0 && *string == '0' ? 8 : 10;
    left -= (uint64_t)(begin - string);
    const char *at = begin;
    for (; left > 0; at++, left--) {
        unsigned worth = worth_in((byte)*at, base);
        if (worth >= base) break;
        found.many = at - begin >= always_fitting(base);
        if (found.many && found.magnitude > (UINT64_MAX - worth) / base) found.too_large = true;
        found.magnitude = found.magnitude * base + worth;
    }
    if (at > begin) found.end = at;
    return found;
}

/* The number and where it ends; false: `base` is none. */
static bool take(const char *string, char **end, int base, bool binary, struct digits *found) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return false;
    }
    const char *at = string;
    while (is_space((byte)*at)) at++;
    *found = __raddle_own_digits(at, (unsigned)base, UINT64_MAX, binary);
    if (end != NULL) *end = (char *)(found->end != NULL ? found->end : string);
    return true;
}

static long signed_number(const char *string, char **end, int base, bool binary) {
    struct digits found;
    if (!take(string, end, base, binary, &found)) return 0;
    if (found.many && (found.too_large || found.magnitude > (uint64_t)LONG_MAX + found.negative)) {
        errno = ERANGE;
        return found.negative ? LONG_MIN : LONG_MAX;
    }
    uint64_t mask = -(uint64_t)found.negative;
    return (long)((found.magnitude ^ mask) - mask);
}

static unsigned long unsigned_number(const char *string, char **end, int base, bool binary) {
    struct digits found;
    if (!take(string, end, base, binary, &found)) return 0;
    if (found.too_large) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    uint64_t mask = -(uint64_t)found.negative;
    return (found.magnitude ^ mask) - mask;
}

#define NUMBER(declared, made_by, binary) \
    declared(const char *string, char **end, int base) { \
        return made_by(string, end, base, binary); \
    }
NUMBER(long FOLLOWED(strtol), signed_number, false)
NUMBER(long FOLLOWED(strtoll), signed_number, false)
NUMBER(long FOLLOWED(strtoimax), signed_number, false)
NUMBER(long FOLLOWED(strtoq), signed_number, false)
NUMBER(long FOLLOWED(__isoc23_strtol), signed_number, true)
NUMBER(long FOLLOWED(__isoc23_strtoll), signed_number, true)
NUMBER(long FOLLOWED(__isoc23_strtoimax), signed_number, true)
NUMBER(unsigned long FOLLOWED(strtoul), unsigned_number, false)
NUMBER(unsigned long FOLLOWED(strtoull), unsigned_number, false)
NUMBER(unsigned long FOLLOWED(strtoumax), unsigned_number, false)
NUMBER(unsigned long FOLLOWED(strtouq), unsigned_number, false)
NUMBER(unsigned long FOLLOWED(__isoc23_strtoul), unsigned_number, true)
NUMBER(unsigned long FOLLOWED(__isoc23_strtoull), unsigned_number, true)
NUMBER(unsigned long FOLLOWED(__isoc23_strtoumax), unsigned_number, true)

long FOLLOWED(atol)(const char *string) {
    return signed_number(string, NULL, 10, false);
}

long FOLLOWED(atoll)(const char *string) {
    return signed_number(string, NULL, 10, false);
}

int FOLLOWED(atoi)(const char *string) {
    return (int)signed_number(string, NULL, 10, false);
}
