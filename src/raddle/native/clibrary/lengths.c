/* How long a string is. */
#include "own.h"

size_t FOLLOWED(strlen)(const char *string) {
    const char *at = string;
    while (*at) at++;
    return (size_t)(at - string);
}

size_t FOLLOWED(strnlen)(const char *string, size_t most) {
    size_t length = 0;
    while (length < most && string[length]) length++;
    return length;
}
