/* Strings taken apart at characters of a set. */
#include "own.h"

static bool is_among(char c, const char *set) {
    while (*set)
        if (*set++ == c) return true;
    return false;
}

size_t FOLLOWED(strspn)(const char *string, const char *accepted) {
    size_t length = 0;
    while (string[length] && is_among(string[length], accepted)) length++;
    return length;
}

size_t FOLLOWED(strcspn)(const char *string, const char *rejected) {
    size_t length = 0;
    while (string[length] && !is_among(string[length], rejected)) length++;
    return length;
}

char *FOLLOWED(strpbrk)(const char *string, const char *accepted) {
    string += OWN(strcspn)(string, accepted);
    return *string ? (char *)string : NULL;
}

char *FOLLOWED(strsep)(char **rest, const char *separators) {
    char *token = *rest;
    if (token == NULL) return NULL;
    char *end = token + OWN(strcspn)(token, separators);
    if (*end) {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return token;
}

char *FOLLOWED(strtok_r)(char *string, const char *separators, char **rest) {
    if (string == NULL) string = *rest;
    string += *string ? OWN(strspn)(string, separators) : 0;
    if (!*string) {
        *rest = string;
        return NULL;
    }
    char *end = string + OWN(strcspn)(string, separators);
    if (*end) *end++ = '\0';
    *rest = end;
    return string;
}

char *FOLLOWED(__strtok_r)(char *string, const char *separators, char **rest) {
    return OWN(strtok_r)(string, separators, rest);
}

/* All threads have one place. */
static char *strtok_rest;

char *FOLLOWED(strtok)(char *string, const char *separators) {
    return OWN(strtok_r)(string, separators, &strtok_rest);
}
