/* The digits of a number in a string, for strtol and its like and for sscanf. */
#ifndef RADDLE_NUMBERS_H
#define RADDLE_NUMBERS_H
#include "own.h"

struct digits {
    uint64_t magnitude;
    bool negative;
    bool many; /* digits: it may be too large */
    bool too_large; /* for 64 bits */
    const char *end; /* NULL: there is no number */
};

enum { NO_DIGIT = 99 };

/* The worth of a digit or a letter; NO_DIGIT for all else. */
static inline unsigned digit_worth(byte c) {
    unsigned digit = (unsigned)c - '0', letter = ((unsigned)c | 0x20) - 'a';
    unsigned is_digit = digit < 10, is_letter = letter < 26;
    return (-is_digit & digit) | (-is_letter & (letter + 10)) | (-(1 - (is_digit | is_letter)) & NO_DIGIT);
}

/* What a digit is worth in a base of at most 10, or something that is not less than the base. */
static inline unsigned worth_in(byte c, unsigned base) {
    return base <= 10 ? (unsigned)c - '0' : digit_worth(c);
}

struct digits __raddle_own_digits(const char *string, unsigned base, uint64_t most, bool binary);
#endif
