/* Our functions and the library's, given the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN(name) __raddle_own_##name
#define LINKED(type, name, ...) type OWN(name)(__VA_ARGS__)

static uint64_t state = 88172645463325252u;

static inline unsigned chosen(unsigned below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 20) % below;
}

/* A string of at most `most` characters out of `set`. */
static inline void invent(char *to, unsigned most, const char *set) {
    unsigned length = chosen(most + 1);
    for (unsigned at = 0; at < length; at++) to[at] = set[chosen((unsigned)strlen(set))];
    to[length] = '\0';
}

#define AGREE(what, ours, theirs) \
    do { \
        if ((ours) != (theirs)) { \
            printf("%s: %lld instead of %lld\n", what, (long long)(ours), (long long)(theirs)); \
            exit(1); \
        } \
    } while (0)
#define SIGN(number) (((number) > 0) - ((number) < 0))
