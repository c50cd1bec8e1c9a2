/* Strings copied and put behind each other. */
#include "own.h"

#include <stdlib.h>
#include <string.h>

size_t OWN(strlen)(const char *string);
size_t OWN(strnlen)(const char *string, size_t most);

char *FOLLOWED(stpcpy)(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

char *FOLLOWED(strcpy)(char *to, const char *from) {
    OWN(stpcpy)(to, from);
    return to;
}

char *FOLLOWED(stpncpy)(char *to, const char *from, size_t size) {
    size_t at = 0;
    for (; at < size && from[at]; at++) to[at] = from[at];
    memset(to + at, 0, size - at);
    return to + at;
}

char *FOLLOWED(strncpy)(char *to, const char *from, size_t size) {
    OWN(stpncpy)(to, from, size);
    return to;
}

char *FOLLOWED(strcat)(char *to, const char *from) {
    OWN(stpcpy)(to + OWN(strlen)(to), from);
    return to;
}

char *FOLLOWED(strncat)(char *to, const char *from, size_t most) {
    char *end = to + OWN(strlen)(to);
    for (; most && *from; most--) *end++ = *from++;
    *end = '\0';
    return to;
}

size_t FOLLOWED(strlcpy)(char *to, const char *from, size_t size) {
    size_t at = 0;
    for (; from[at]; at++)
        if (at + 1 < size) to[at] = from[at];
    if (size) to[at < size ? at : size - 1] = '\0';
    return at;
}

size_t FOLLOWED(strlcat)(char *to, const char *from, size_t size) {
    size_t length = OWN(strnlen)(to, size);
    return length + OWN(strlcpy)(to + length, from, size - length);
}

char *FOLLOWED(strndup)(const char *string, size_t most) {
    size_t length = OWN(strnlen)(string, most);
    char *made = malloc(length + 1);
    if (made == NULL) return NULL;
    memcpy(made, string, length);
    made[length] = '\0';
    return made;
}

char *FOLLOWED(strdup)(const char *string) {
    size_t size = OWN(strlen)(string) + 1;
    char *made = malloc(size);
    return made == NULL ? NULL : memcpy(made, string, size);
}

char *FOLLOWED(__strdup)(const char *string) {
    return OWN(strdup)(string);
}

char *FOLLOWED(__strndup)(const char *string, size_t most) {
    return OWN(strndup)(string, most);
}

char *FOLLOWED(__stpcpy)(char *to, const char *from) {
    return OWN(stpcpy)(to, from);
}
