/* Functions of the C library that every program has of its own: instrumented as the program is, so that what they read and
 * write is seen like the program's own accesses (docs/decisions/0028). The instrumenter reads which ones there are from the
 * word FOLLOWED in these files (capture/followed.py): in instrumented code their names lead here, and nowhere else do. So
 * what is called here by its usual name is the real function.
 *
 * Each loop has as few branches as can be: what depends on what another thread wrote is a path of its own at each branch.
 * Conditions are therefore joined with & and |, and letters become digits by arithmetic. */
#ifndef RADDLE_OWN_H
#define RADDLE_OWN_H

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OWN(name) __raddle_own_##name
/* Weak, since a program may have such a function itself; hidden, since each library has its own. */
#define FOLLOWED(name) __attribute__((weak, visibility("hidden"))) OWN(name)
/* The same for functions of any number of arguments: ours take a list (capture/variadic.py). Pointers lead to the other. */
#define FOLLOWED_BY_LIST(name) FOLLOWED(name)
#define VARIADIC(name) __attribute__((weak, visibility("hidden"))) __raddle_variadic_##name
#define WITH_LIST(last, call) \
    va_list arguments; \
    va_start(arguments, last); \
    int result = call; \
    va_end(arguments); \
    return result
#define SHARED_PART __attribute__((weak, visibility("hidden")))

typedef unsigned char byte;

static inline bool is_space(byte c) {
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

static inline bool is_digit(byte c) {
    return (unsigned)c - '0' < 10;
}

static inline byte lower(byte c) {
    return (byte)(c + (((unsigned)c - 'A' < 26) << 5));
}

/* Linked if the program can choose a locale (locale.c): whether characters mean something else than in the locale "C". */
__attribute__((weak, visibility("hidden"))) bool __raddle_own_locale(void);

static inline bool is_elsewhere(void) {
    return __raddle_own_locale != NULL && __raddle_own_locale();
}
#endif
