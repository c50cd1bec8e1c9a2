/* A byte or a string looked for. */
#include "own.h"

char *FOLLOWED(strchrnul)(const char *string, int wanted) {
    for (;; string++) {
        char c = *string;
        if ((c == (char)wanted) | !c) return (char *)string;
    }
}

char *FOLLOWED(strchr)(const char *string, int wanted) {
    for (;; string++) {
        char c = *string;
        if (c == (char)wanted) return (char *)string;
        if (!c) return NULL;
    }
}

char *FOLLOWED(index)(const char *string, int wanted) {
    return OWN(strchr)(string, wanted);
}

char *FOLLOWED(strrchr)(const char *string, int wanted) {
    const char *found = NULL;
    for (;; string++) {
        char c = *string;
        if (c == (char)wanted) found = string;
        if (!c) return (char *)found;
    }
}

char *FOLLOWED(rindex)(const char *string, int wanted) {
    return OWN(strrchr)(string, wanted);
}

void *FOLLOWED(memchr)(const void *memory, int wanted, size_t size) {
    const byte *bytes = memory;
    for (size_t at = 0; at < size; at++)
        if (bytes[at] == (byte)wanted) return (void *)(bytes + at);
    return NULL;
}

/* std::find in numbers as wide as these, with libc++ */
wchar_t *FOLLOWED(wmemchr)(const wchar_t *letters, wchar_t wanted, size_t size) {
    for (size_t at = 0; at < size; at++)
        if (letters[at] == wanted) return (wchar_t *)(letters + at);
    return NULL;
}

void *FOLLOWED(rawmemchr)(const void *memory, int wanted) {
    const byte *at = memory;
    while (*at != (byte)wanted) at++;
    return (void *)at;
}

void *FOLLOWED(memrchr)(const void *memory, int wanted, size_t size) {
    const byte *bytes = memory;
    while (size)
        if (bytes[--size] == (byte)wanted) return (void *)(bytes + size);
    return NULL;
}

void *FOLLOWED(memmem)(const void *memory, size_t size, const void *wanted, size_t length) {
    const byte *bytes = memory, *sought = wanted;
    for (; size >= length; bytes++, size--) {
        size_t same = 0;
        while (same < length && bytes[same] == sought[same]) same++;
        if (same == length) return (void *)bytes;
    }
    return NULL;
}

char *FOLLOWED(strstr)(const char *string, const char *wanted) {
    for (;; string++) {
        size_t same = 0;
        while (wanted[same] && string[same] == wanted[same]) same++;
        if (!wanted[same]) return (char *)string;
        if (!string[same]) return NULL;
    }
}
