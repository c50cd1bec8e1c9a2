/* Strings and memory compared. memcmp and bcmp look at all that they are given, as the C standard lets them, without a
 * branch on what lies there. */
#include "own.h"

#include <string.h>
#include <strings.h>

int FOLLOWED(strcmp)(const char *a, const char *b) {
    for (;; a++, b++) {
        byte x = (byte)*a, y = (byte)*b;
        if ((x != y) | !x) return x - y;
    }
}

int FOLLOWED(strncmp)(const char *a, const char *b, size_t most) {
    for (; most; a++, b++, most--) {
        byte x = (byte)*a, y = (byte)*b;
        if ((x != y) | !x) return x - y;
    }
    return 0;
}

int FOLLOWED(strcoll)(const char *a, const char *b) {
    return is_elsewhere() ? strcoll(a, b) : OWN(strcmp)(a, b);
}

int FOLLOWED(strcasecmp)(const char *a, const char *b) {
    if (is_elsewhere()) return strcasecmp(a, b);
    for (;; a++, b++) {
        byte x = lower((byte)*a), y = lower((byte)*b);
        if ((x != y) | !x) return x - y;
    }
}

int FOLLOWED(strncasecmp)(const char *a, const char *b, size_t most) {
    if (is_elsewhere()) return strncasecmp(a, b, most);
    for (; most; a++, b++, most--) {
        byte x = lower((byte)*a), y = lower((byte)*b);
        if ((x != y) | !x) return x - y;
    }
    return 0;
}

int FOLLOWED(memcmp)(const void *a, const void *b, size_t size) {
    const byte *one = a, *other = b;
    int difference = 0;
    for (size_t at = 0; at < size; at++) {
        int here = one[at] - other[at];
        difference |= here & -(difference == 0);
    }
    return difference;
}

int FOLLOWED(bcmp)(const void *a, const void *b, size_t size) {
    const byte *one = a, *other = b;
    byte different = 0;
    for (size_t at = 0; at < size; at++) different |= one[at] ^ other[at];
    return different != 0;
}
