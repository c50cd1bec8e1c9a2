/* A string looked for, whatever the case of its letters. */
#include "own.h"

#include <string.h>

char *FOLLOWED(strcasestr)(const char *string, const char *wanted) {
    if (is_elsewhere()) return strcasestr(string, wanted);
    for (;; string++) {
        size_t same = 0;
        while (wanted[same] && lower((byte)string[same]) == lower((byte)wanted[same])) same++;
        if (!wanted[same]) return (char *)string;
        if (!string[same]) return NULL;
    }
}
