/* A conversion of printf's, and where what it makes goes. */
#ifndef RADDLE_PRINTING_H
#define RADDLE_PRINTING_H
#include "own.h"

#include <stdarg.h>

struct conversion {
    bool left, plus, blank, other_form, zeros;
    bool precise; /* it has a precision */
    int width, precision;
    char length; /* of the argument: h, H (hh), l (long and wider), or 0 */
    char kind;
};

/* `to` has room for `room` characters; `made` counts all, whether there was room or not. */
struct output {
    char *to;
    size_t room, made;
};

static inline void put(struct output *output, char c) {
    if (output->made < output->room) output->to[output->made] = c;
    output->made++;
}

static inline void put_many(struct output *output, char c, int count) {
    while (count-- > 0) put(output, c);
}

/* Where the conversion behind a % ends, or NULL for one that is left to the library. */
const char *__raddle_own_conversion(const char *format, struct conversion *found, va_list *arguments);
int __raddle_own_format(char *to, size_t room, const char *format, va_list arguments);
bool __raddle_own_formats(const char *format);
#endif
