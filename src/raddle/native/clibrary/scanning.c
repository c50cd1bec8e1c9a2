/* sscanf and its like. What a format has that is not known here (long double, wide characters, numbered arguments, memory
 * that is to be allocated, pointers) is left to the library, the whole of it. */
#include "decimals.h"
#include "numbers.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

enum { LONGEST = 500 };

struct directive {
    bool suppressed;
    uint64_t width; /* UINT64_MAX: none */
    char length; /* h, H (hh), l (long and wider), or 0 */
    char kind;
    const char *set, *set_end; /* of %[ */
    bool negated;
};

enum verdict { GOOD, NO_MATCH, NO_INPUT };

static const char *take_set(const char *format, struct directive *found) {
    found->negated = *format == '^';
    if (found->negated) format++;
    found->set = format;
    if (*format == ']') format++;
    while (*format && *format != ']') format++;
    found->set_end = format;
    return *format ? format + 1 : NULL;
}

static bool is_known(const struct directive *found) {
    switch (found->kind) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n': return true;
    case 'c': case 's': case '[': return found->length == 0;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': return found->length == 0 || found->length == 'l';
    case '%': return true;
    default: return false;
    }
}

/* Behind a %: where the directive ends, or NULL for one that is left to the library. */
static const char *take_directive(const char *format, struct directive *found) {
    *found = (struct directive){.width = UINT64_MAX};
    if (*format == '*') found->suppressed = true, format++;
    uint64_t width = 0;
    for (; is_digit((byte)*format); format++) {
        if (width > INT_MAX / 10 - 1) return NULL;
        width = width * 10 + (unsigned)(*format - '0');
    }
    if (width) found->width = width;
    char c = *format;
    if (c == 'h') found->length = format[1] == 'h' ? 'H' : 'h';
    if (c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'q') found->length = 'l';
    if (found->length) format += found->length == 'H' || (c == 'l' && format[1] == 'l') ? 2 : 1;
    if (found->length == 'l' && format[-1] == 'l' && format[-2] == 'l' && (*format | 0x20) >= 'e' && (*format | 0x20) <= 'g')
        return NULL; /* long double */
    found->kind = *format++;
    if (found->kind == '[' && (format = take_set(format, found)) == NULL) return NULL;
    return is_known(found) ? format : NULL;
}

static bool is_ours(const char *format) {
    while (*format) {
        struct directive found;
        if (*format++ == '%' && (format = take_directive(format, &found)) == NULL) return false;
    }
    return true;
}

static void skip_space(const char **at) {
    while (is_space((byte)**at)) (*at)++;
}

static void give_integer(const struct directive *how, uint64_t number, va_list *arguments) {
    if (how->suppressed) return;
    void *to = va_arg(*arguments, void *);
    switch (how->length) {
    case 'l': *(uint64_t *)to = number; break;
    case 'h': *(uint16_t *)to = (uint16_t)number; break;
    case 'H': *(uint8_t *)to = (uint8_t)number; break;
    default: *(uint32_t *)to = (uint32_t)number; break;
    }
}

static uint64_t with_sign(const struct digits *found, bool is_signed) {
    if (found->many && is_signed && (found->too_large || found->magnitude > (uint64_t)LONG_MAX + found->negative)) {
        errno = ERANGE;
        return found->negative ? (uint64_t)LONG_MIN : (uint64_t)LONG_MAX;
    }
    if (found->many && !is_signed && found->too_large) {
        errno = ERANGE;
        return UINT64_MAX;
    }
    uint64_t mask = -(uint64_t)found->negative;
    return (found->magnitude ^ mask) - mask;
}

static unsigned base_of(char kind) {
    return kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
}

/* A prefix counts even where no digit of its base follows: then the number is 0. */
static const char *past_lonely_prefix(const char *begin, const char *end, uint64_t width, unsigned base, bool binary) {
    if (end - begin > 2 || end[-1] != '0' || width <= (uint64_t)(end - begin)) return end;
    if (end - begin == 2 && *begin != '+' && *begin != '-') return end;
    char c = (char)(*end | 0x20);
    if ((base == 0 || base == 16) && c == 'x') return end + 1;
    return binary && (base == 0 || base == 2) && c == 'b' ? end + 1 : end;
}

static enum verdict scan_integer(const char **at, const struct directive *how, bool binary, va_list *arguments) {
    if (!**at) return NO_INPUT;
    unsigned base = base_of(how->kind);
    struct digits found = __raddle_own_digits(*at, base, how->width, binary);
    if (found.end == NULL) return NO_MATCH;
    *at = past_lonely_prefix(*at, found.end, how->width, base, binary);
    give_integer(how, with_sign(&found, how->kind == 'd' || how->kind == 'i'), arguments);
    return GOOD;
}

static void give_floating(const struct directive *how, double number, float narrow, va_list *arguments) {
    if (how->suppressed) return;
    if (how->length == 'l')
        *va_arg(*arguments, double *) = number;
    else
        *va_arg(*arguments, float *) = narrow;
}

/* What is no plain decimal number the library takes out of a copy that nobody else knows. */
static enum verdict scan_floating(const char **at, const struct directive *how, va_list *arguments) {
    if (!**at) return NO_INPUT;
    struct decimal found = decimal_at(*at);
    if (how->length == 'l' && how->width == UINT64_MAX && is_simple(&found)) {
        *at = found.end;
        give_floating(how, simple_number(&found), 0, arguments);
        return GOOD;
    }
    char room[LONGEST + 1];
    uint64_t length = 0;
    for (; length < LONGEST && may_belong((byte)(*at)[length]); length++) room[length] = (*at)[length];
    room[length] = '\0';
    const char *copied = length < LONGEST ? room : *at;
    int used = -1;
    double number = 0;
    float narrow = 0;
    bool wide = how->length == 'l';
    int width = how->width == UINT64_MAX ? INT_MAX : (int)how->width;
    char format[24];
    snprintf(format, sizeof format, wide ? "%%%dlf%%n" : "%%%df%%n", width);
    int taken = wide ? sscanf(copied, format, &number, &used) : sscanf(copied, format, &narrow, &used);
    if (taken != 1) return NO_MATCH;
    *at += used;
    give_floating(how, number, narrow, arguments);
    return GOOD;
}

static bool is_in_set(byte c, const struct directive *how) {
    bool found = false;
    for (const char *at = how->set; at < how->set_end; at++) {
        byte first = (byte)*at;
        if (at + 2 < how->set_end && at[1] == '-' && first <= (byte)at[2]) {
            found |= (c >= first) & (c <= (byte)at[2]);
            at += 2;
        } else {
            found |= c == first;
        }
    }
    return found != how->negated;
}

static bool is_wanted(byte c, const struct directive *how) {
    switch (how->kind) {
    case 's': return !is_space(c);
    case '[': return is_in_set(c, how);
    default: return true;
    }
}

static enum verdict scan_text(const char **at, const struct directive *how, va_list *arguments) {
    char *to = how->suppressed ? NULL : va_arg(*arguments, char *);
    uint64_t most = how->kind == 'c' && how->width == UINT64_MAX ? 1 : how->width, length = 0;
    if (!**at) return NO_INPUT;
    for (; length < most && **at && is_wanted((byte)**at, how); length++, (*at)++)
        if (to != NULL) to[length] = **at;
    if (!length) return NO_MATCH;
    if (to != NULL && how->kind != 'c') to[length] = '\0';
    return GOOD;
}

static enum verdict scan_literal(const char **at, char wanted) {
    if (!**at) return NO_INPUT;
    if (**at != wanted) return NO_MATCH;
    (*at)++;
    return GOOD;
}

static enum verdict scan_one(const char **at, const struct directive *how, bool binary, va_list *arguments) {
    switch (how->kind) {
    case 'c': case '[': return scan_text(at, how, arguments);
    case 's': skip_space(at); return scan_text(at, how, arguments);
    case '%': skip_space(at); return scan_literal(at, '%');
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': skip_space(at); return scan_integer(at, how, binary, arguments);
    default: skip_space(at); return scan_floating(at, how, arguments);
    }
}

static int scan(const char *string, const char *format, bool binary, va_list *arguments) {
    const char *at = string;
    int done = 0;
    while (*format) {
        enum verdict verdict = GOOD;
        struct directive how = {0};
        char c = *format++;
        if (is_space((byte)c)) {
            skip_space(&at);
        } else if (c != '%') {
            verdict = scan_literal(&at, c);
        } else {
            format = take_directive(format, &how);
            if (how.kind == 'n')
                give_integer(&how, (uint64_t)(at - string), arguments);
            else
                verdict = scan_one(&at, &how, binary, arguments);
        }
        if (verdict == NO_INPUT && done == 0) return EOF;
        if (verdict != GOOD) return done;
        done += how.kind != 0 && how.kind != '%' && how.kind != 'n' && !how.suppressed;
    }
    return done;
}

static int scanned(const char *string, const char *format, bool binary, va_list given) {
    if (!is_ours(format)) return vsscanf(string, format, given);
    va_list arguments;
    va_copy(arguments, given);
    int done = scan(string, format, binary, &arguments);
    va_end(arguments);
    return done;
}

#define SCAN(declared, binary) \
    declared(const char *string, const char *format, va_list arguments) { \
        return scanned(string, format, binary, arguments); \
    }
SCAN(int FOLLOWED(vsscanf), false)
SCAN(int FOLLOWED(__isoc99_vsscanf), false)
SCAN(int FOLLOWED(__isoc23_vsscanf), true)

int FOLLOWED_BY_LIST(sscanf)(const char *string, const char *format, va_list arguments) {
    return scanned(string, format, false, arguments);
}

int FOLLOWED_BY_LIST(__isoc99_sscanf)(const char *string, const char *format, va_list arguments) {
    return scanned(string, format, false, arguments);
}

int FOLLOWED_BY_LIST(__isoc23_sscanf)(const char *string, const char *format, va_list arguments) {
    return scanned(string, format, true, arguments);
}

int VARIADIC(sscanf)(const char *string, const char *format, ...) {
    WITH_LIST(format, scanned(string, format, false, arguments));
}

int VARIADIC(__isoc99_sscanf)(const char *string, const char *format, ...) {
    WITH_LIST(format, scanned(string, format, false, arguments));
}

int VARIADIC(__isoc23_sscanf)(const char *string, const char *format, ...) {
    WITH_LIST(format, scanned(string, format, true, arguments));
}
