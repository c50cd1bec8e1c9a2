/* What a format of printf's says. */
#include "printing.h"

#include <limits.h>

static bool take_flag(struct conversion *found, char c) {
    switch (c) {
    case '-': found->left = true; return true;
    case '+': found->plus = true; return true;
    case ' ': found->blank = true; return true;
    case '#': found->other_form = true; return true;
    case '0': found->zeros = true; return true;
    default: return false;
    }
}

/* Digits or a star; -1 for numbers that are too large, and for a star without arguments. */
static const char *take_number(const char *format, int *number, va_list *arguments) {
    *number = 0;
    if (*format == '*') {
        *number = arguments != NULL ? va_arg(*arguments, int) : 0;
        return format + 1;
    }
    for (; is_digit((byte)*format); format++) {
        if (*number > INT_MAX / 10 - 1) return NULL;
        *number = *number * 10 + (*format - '0');
    }
    return format;
}

static const char *take_length(const char *format, char *length) {
    char c = *format;
    *length = 0;
    if (c == 'h') {
        *length = format[1] == 'h' ? 'H' : 'h';
        return format + (*length == 'H' ? 2 : 1);
    }
    if (c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'q') {
        *length = 'l';
        return format + (c == 'l' && format[1] == 'l' ? 2 : 1);
    }
    return format;
}

static bool is_known(const struct conversion *found) {
    switch (found->kind) {
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n': return true;
    case 'c': case 's': return found->length != 'l'; /* wide ones */
    case 'p': return !found->plus && !found->blank;
    case '%': return true;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': return true;
    default: return false;
    }
}

/* `arguments`: NULL where the format is only looked at. */
SHARED_PART const char *__raddle_own_conversion(const char *format, struct conversion *found, va_list *arguments) {
    *found = (struct conversion){0};
    while (take_flag(found, *format)) format++;
    if ((format = take_number(format, &found->width, arguments)) == NULL) return NULL;
    if (found->width < 0) {
        found->left = true;
        found->width = found->width == INT_MIN ? INT_MAX : -found->width;
    }
    if (*format == '.') {
        if ((format = take_number(format + 1, &found->precision, arguments)) == NULL) return NULL;
        found->precise = found->precision >= 0;
    }
    format = take_length(format, &found->length);
    found->kind = *format;
    return is_known(found) ? format + 1 : NULL;
}

/* Whether all of its conversions are ours to make. */
SHARED_PART bool __raddle_own_formats(const char *format) {
    while (*format) {
        struct conversion found;
        if (*format++ != '%') continue;
        format = __raddle_own_conversion(format, &found, NULL);
        if (format == NULL) return false;
    }
    return true;
}
