/* Memory copied by other names than memcpy; the copying itself is one step of the walk. */
#include "own.h"

#include <string.h>

void *FOLLOWED(mempcpy)(void *to, const void *from, size_t size) {
    memcpy(to, from, size);
    return (byte *)to + size;
}

void *FOLLOWED(__mempcpy)(void *to, const void *from, size_t size) {
    return OWN(mempcpy)(to, from, size);
}

void FOLLOWED(bcopy)(const void *from, void *to, size_t size) {
    memmove(to, from, size);
}

void FOLLOWED(bzero)(void *memory, size_t size) {
    memset(memory, 0, size);
}

void FOLLOWED(explicit_bzero)(void *memory, size_t size) {
    memset(memory, 0, size);
}

void *FOLLOWED(memccpy)(void *to, const void *from, int last, size_t size) {
    byte *target = to;
    const byte *source = from;
    for (size_t at = 0; at < size; at++)
        if ((target[at] = source[at]) == (byte)last) return target + at + 1;
    return NULL;
}
