/* snprintf and its like. What a format has that is not known here (long double, wide characters, numbered arguments, the
 * flags ' and I, %m) is left to the library, the whole of it. */
#include "printing.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

size_t OWN(strnlen)(const char *string, size_t most);

enum { DIGITS = 68, FLOATING = 400 };

static char digit(unsigned worth, char ten) {
    return (char)(worth + '0' + (-(worth > 9) & (unsigned)(ten - '0' - 10)));
}

/* Digits from `end` on downwards; where they begin. `ten`: the letter for it. Divisions of 32 bits are easier to reason of. */
static char *digits_of(uint64_t number, bool wide, unsigned base, char ten, char *end) {
    if (wide) {
        for (; number; number /= base) *--end = digit((unsigned)(number % base), ten);
        return end;
    }
    for (uint32_t narrow = (uint32_t)number; narrow; narrow /= base) *--end = digit(narrow % base, ten);
    return end;
}

/* Zeros and blanks around what is made of a number: sign or prefix, zeros, digits. */
static void put_number(struct output *output, const struct conversion *how, const char *head, const char *digits, int count) {
    int zeros = how->precise && how->precision > count ? how->precision - count : 0;
    int before = 0;
    while (head[before]) before++;
    int blanks = how->width - before - zeros - count;
    if (how->zeros && !how->left && !how->precise && blanks > 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!how->left) put_many(output, ' ', blanks);
    for (int at = 0; at < before; at++) put(output, head[at]);
    put_many(output, '0', zeros);
    for (int at = 0; at < count; at++) put(output, digits[at]);
    if (how->left) put_many(output, ' ', blanks);
}

static int64_t signed_argument(const struct conversion *how, va_list *arguments) {
    if (how->length == 'l') return va_arg(*arguments, long);
    int number = va_arg(*arguments, int);
    return how->length == 'h' ? (short)number : how->length == 'H' ? (signed char)number : number;
}

static uint64_t unsigned_argument(const struct conversion *how, va_list *arguments) {
    if (how->length == 'l') return va_arg(*arguments, unsigned long);
    unsigned number = va_arg(*arguments, unsigned);
    return how->length == 'h' ? (unsigned short)number : how->length == 'H' ? (byte)number : number;
}

static void put_signed(struct output *output, const struct conversion *how, va_list *arguments) {
    int64_t number = signed_argument(how, arguments);
    char room[DIGITS], *end = room + DIGITS;
    uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char *digits = digits_of(magnitude, how->length == 'l', 10, 'a', end);
    if (digits == end && !(how->precise && how->precision == 0)) *--digits = '0';
    const char *head = number < 0 ? "-" : how->plus ? "+" : how->blank ? " " : "";
    put_number(output, how, head, digits, (int)(end - digits));
}

static void put_unsigned(struct output *output, const struct conversion *how, uint64_t number) {
    char room[DIGITS], *end = room + DIGITS;
    char kind = how->kind;
    unsigned base = kind == 'o' ? 8 : kind == 'u' ? 10 : 16;
    char *digits = digits_of(number, how->length == 'l', base, kind == 'X' ? 'A' : 'a', end);
    const char *head = "";
    if (how->other_form && base == 16 && digits != end) head = kind == 'X' ? "0X" : "0x";
    bool none = digits == end && !(how->precise && how->precision == 0);
    bool octal = how->other_form && base == 8 && !(how->precise && how->precision > end - digits);
    if (none || (octal && (digits == end || *digits != '0'))) *--digits = '0';
    put_number(output, how, head, digits, (int)(end - digits));
}

static void put_text(struct output *output, const struct conversion *how, const char *text, size_t length) {
    int blanks = length < (size_t)how->width ? how->width - (int)length : 0;
    if (!how->left) put_many(output, ' ', blanks);
    for (size_t at = 0; at < length; at++) put(output, text[at]);
    if (how->left) put_many(output, ' ', blanks);
}

static void put_string(struct output *output, const struct conversion *how, const char *text) {
    size_t most = how->precise ? (size_t)how->precision : SIZE_MAX;
    if (text == NULL) text = most >= 6 ? "(null)" : "";
    put_text(output, how, text, OWN(strnlen)(text, most));
}

static void put_pointer(struct output *output, const struct conversion *how, const void *pointer) {
    struct conversion hexadecimal = *how;
    hexadecimal.kind = 'x';
    hexadecimal.other_form = true;
    hexadecimal.length = 'l';
    if (pointer == NULL)
        put_text(output, how, "(nil)", 5);
    else
        put_unsigned(output, &hexadecimal, (uint64_t)(uintptr_t)pointer);
}

/* The format of one conversion, with its width and precision as stars. */
static void respelled(char *to, const struct conversion *how) {
    *to++ = '%';
    if (how->left) *to++ = '-';
    if (how->plus) *to++ = '+';
    if (how->blank) *to++ = ' ';
    if (how->other_form) *to++ = '#';
    if (how->zeros) *to++ = '0';
    *to++ = '*', *to++ = '.', *to++ = '*', *to++ = how->kind, *to = '\0';
}

/* The library makes the digits of a number with a point, in memory that nobody else knows. */
static bool put_floating(struct output *output, const struct conversion *how, double number) {
    char format[16], room[FLOATING], *text = room;
    respelled(format, how);
    int precision = how->precise ? how->precision : -1;
    int length = snprintf(room, sizeof room, format, how->width, precision, number);
    if (length < 0) return false;
    if (length >= FLOATING) {
        if ((text = malloc((size_t)length + 1)) == NULL) return false;
        snprintf(text, (size_t)length + 1, format, how->width, precision, number);
    }
    for (int at = 0; at < length; at++) put(output, text[at]);
    if (text != room) free(text);
    return true;
}

static void give_count(const struct conversion *how, size_t made, va_list *arguments) {
    void *to = va_arg(*arguments, void *);
    switch (how->length) {
    case 'l': *(long *)to = (long)made; break;
    case 'h': *(short *)to = (short)made; break;
    case 'H': *(signed char *)to = (signed char)made; break;
    default: *(int *)to = (int)made; break;
    }
}

static bool convert(struct output *output, const struct conversion *how, va_list *arguments) {
    switch (how->kind) {
    case 'd': case 'i': put_signed(output, how, arguments); return true;
    case 'u': case 'x': case 'X': case 'o': put_unsigned(output, how, unsigned_argument(how, arguments)); return true;
    case 'p': put_pointer(output, how, va_arg(*arguments, void *)); return true;
    case 's': put_string(output, how, va_arg(*arguments, const char *)); return true;
    case 'n': give_count(how, output->made, arguments); return true;
    case '%': put(output, '%'); return true;
    case 'c': {
        char c = (char)va_arg(*arguments, int);
        put_text(output, how, &c, 1);
        return true;
    }
    default: return put_floating(output, how, va_arg(*arguments, double));
    }
}

/* Without the terminator; -1: it failed. */
static int format_into(struct output *output, const char *format, va_list given) {
    va_list arguments;
    va_copy(arguments, given);
    bool good = true;
    while (*format && good) {
        struct conversion how;
        char c = *format++;
        if (c != '%') {
            put(output, c);
            continue;
        }
        format = __raddle_own_conversion(format, &how, &arguments);
        good = convert(output, &how, &arguments);
    }
    va_end(arguments);
    if (good && output->made <= INT_MAX) return (int)output->made;
    if (good) errno = EOVERFLOW;
    return -1;
}

int FOLLOWED(vsnprintf)(char *to, size_t size, const char *format, va_list arguments) {
    if (!__raddle_own_formats(format)) return vsnprintf(to, size, format, arguments);
    struct output output = {to, size ? size - 1 : 0, 0};
    int made = format_into(&output, format, arguments);
    if (size) to[output.made < output.room ? output.made : output.room] = '\0';
    return made;
}

int FOLLOWED(vsprintf)(char *to, const char *format, va_list arguments) {
    if (!__raddle_own_formats(format)) return vsprintf(to, format, arguments);
    struct output output = {to, SIZE_MAX, 0};
    int made = format_into(&output, format, arguments);
    to[output.made] = '\0';
    return made;
}

int FOLLOWED(vasprintf)(char **made, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = OWN(vsnprintf)(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text == NULL) return -1;
    *made = text;
    return OWN(vsnprintf)(text, (size_t)length + 1, format, arguments);
}

int FOLLOWED_BY_LIST(snprintf)(char *to, size_t size, const char *format, va_list arguments) {
    return OWN(vsnprintf)(to, size, format, arguments);
}

int FOLLOWED_BY_LIST(sprintf)(char *to, const char *format, va_list arguments) {
    return OWN(vsprintf)(to, format, arguments);
}

int FOLLOWED_BY_LIST(asprintf)(char **made, const char *format, va_list arguments) {
    return OWN(vasprintf)(made, format, arguments);
}

int VARIADIC(snprintf)(char *to, size_t size, const char *format, ...) {
    WITH_LIST(format, OWN(vsnprintf)(to, size, format, arguments));
}

int VARIADIC(sprintf)(char *to, const char *format, ...) {
    WITH_LIST(format, OWN(vsprintf)(to, format, arguments));
}

int VARIADIC(asprintf)(char **made, const char *format, ...) {
    WITH_LIST(format, OWN(vasprintf)(made, format, arguments));
}
