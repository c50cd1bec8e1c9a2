/* The str* and mem* families. */
#include "compared.h"

#include <strings.h>
#include <wchar.h>

LINKED(size_t, strlen, const char *);
LINKED(size_t, strnlen, const char *, size_t);
LINKED(int, strcmp, const char *, const char *);
LINKED(int, strncmp, const char *, const char *, size_t);
LINKED(int, strcoll, const char *, const char *);
LINKED(int, strcasecmp, const char *, const char *);
LINKED(int, strncasecmp, const char *, const char *, size_t);
LINKED(int, memcmp, const void *, const void *, size_t);
LINKED(int, bcmp, const void *, const void *, size_t);
LINKED(char *, strchr, const char *, int);
LINKED(char *, strrchr, const char *, int);
LINKED(char *, index, const char *, int);
LINKED(char *, rindex, const char *, int);
LINKED(char *, strchrnul, const char *, int);
LINKED(char *, strstr, const char *, const char *);
LINKED(char *, strcasestr, const char *, const char *);
LINKED(void *, memchr, const void *, int, size_t);
LINKED(wchar_t *, wmemchr, const wchar_t *, wchar_t, size_t);
LINKED(void *, memrchr, const void *, int, size_t);
LINKED(void *, rawmemchr, const void *, int);
LINKED(void *, memmem, const void *, size_t, const void *, size_t);
LINKED(size_t, strspn, const char *, const char *);
LINKED(size_t, strcspn, const char *, const char *);
LINKED(char *, strpbrk, const char *, const char *);
LINKED(char *, strsep, char **, const char *);
LINKED(char *, strtok_r, char *, const char *, char **);
LINKED(char *, strtok, char *, const char *);
LINKED(char *, strcpy, char *, const char *);
LINKED(char *, stpcpy, char *, const char *);
LINKED(char *, strncpy, char *, const char *, size_t);
LINKED(char *, stpncpy, char *, const char *, size_t);
LINKED(char *, strcat, char *, const char *);
LINKED(char *, strncat, char *, const char *, size_t);
LINKED(size_t, strlcpy, char *, const char *, size_t);
LINKED(size_t, strlcat, char *, const char *, size_t);
LINKED(char *, strdup, const char *);
LINKED(char *, strndup, const char *, size_t);
LINKED(void *, mempcpy, void *, const void *, size_t);
LINKED(void *, memccpy, void *, const void *, int, size_t);
LINKED(void, bcopy, const void *, void *, size_t);
LINKED(void, bzero, void *, size_t);

enum { ROOM = 64 };
static const char *const alphabets[] = {"ab", "aAbB", "a,; ", "\x01\x7f\x80\xffz"};

static void looking(const char *a, const char *b, int c, size_t n) {
    AGREE("strlen", OWN(strlen)(a), strlen(a));
    AGREE("strnlen", OWN(strnlen)(a, n), strnlen(a, n));
    AGREE("strcmp", SIGN(OWN(strcmp)(a, b)), SIGN(strcmp(a, b)));
    AGREE("strncmp", SIGN(OWN(strncmp)(a, b, n)), SIGN(strncmp(a, b, n)));
    AGREE("strcoll", SIGN(OWN(strcoll)(a, b)), SIGN(strcoll(a, b)));
    AGREE("strcasecmp", SIGN(OWN(strcasecmp)(a, b)), SIGN(strcasecmp(a, b)));
    AGREE("strncasecmp", SIGN(OWN(strncasecmp)(a, b, n)), SIGN(strncasecmp(a, b, n)));
    AGREE("memcmp", SIGN(OWN(memcmp)(a, b, n)), SIGN(memcmp(a, b, n)));
    AGREE("bcmp", !OWN(bcmp)(a, b, n), !bcmp(a, b, n));
    AGREE("strchr", OWN(strchr)(a, c), strchr(a, c));
    AGREE("strrchr", OWN(strrchr)(a, c), strrchr(a, c));
    AGREE("index", OWN(index)(a, c), index(a, c));
    AGREE("rindex", OWN(rindex)(a, c), rindex(a, c));
    AGREE("strchrnul", OWN(strchrnul)(a, c), strchrnul(a, c));
    AGREE("strstr", OWN(strstr)(a, b), strstr(a, b));
    AGREE("strcasestr", OWN(strcasestr)(a, b), strcasestr(a, b));
    AGREE("memchr", OWN(memchr)(a, c, n), memchr(a, c, n));
    wchar_t wide[ROOM];
    for (size_t at = 0; at < ROOM; at++)
        wide[at] = a[at] * 65537;
    AGREE("wmemchr", OWN(wmemchr)(wide, c * 65537, n), wmemchr(wide, c * 65537, n));
    AGREE("memrchr", OWN(memrchr)(a, c, n), memrchr(a, c, n));
    AGREE("rawmemchr", OWN(rawmemchr)(a, '\0'), rawmemchr(a, '\0'));
    AGREE("memmem", OWN(memmem)(a, ROOM, b, n % 4), memmem(a, ROOM, b, n % 4));
    AGREE("strspn", OWN(strspn)(a, b), strspn(a, b));
    AGREE("strcspn", OWN(strcspn)(a, b), strcspn(a, b));
    AGREE("strpbrk", OWN(strpbrk)(a, b), strpbrk(a, b));
}

static char mine[2 * ROOM], theirs[2 * ROOM];

static void start(const char *with) {
    memset(mine, '#', sizeof mine);
    memset(theirs, '#', sizeof theirs);
    strcpy(mine, with);
    strcpy(theirs, with);
}

#define WRITES(what, ours, real) \
    do { \
        start(b); \
        AGREE(what, (char *)(ours) - mine, (char *)(real) - theirs); \
        AGREE(what, memcmp(mine, theirs, sizeof mine), 0); \
    } while (0)

static void writing(const char *a, const char *b, int c, size_t n) {
    WRITES("strcpy", OWN(strcpy)(mine, a), strcpy(theirs, a));
    WRITES("stpcpy", OWN(stpcpy)(mine, a), stpcpy(theirs, a));
    WRITES("strncpy", OWN(strncpy)(mine, a, n), strncpy(theirs, a, n));
    WRITES("stpncpy", OWN(stpncpy)(mine, a, n), stpncpy(theirs, a, n));
    WRITES("strcat", OWN(strcat)(mine, a), strcat(theirs, a));
    WRITES("strncat", OWN(strncat)(mine, a, n), strncat(theirs, a, n));
    WRITES("mempcpy", OWN(mempcpy)(mine, a, n), mempcpy(theirs, a, n));
    WRITES("bcopy", (OWN(bcopy)(mine, mine + 1, n), mine), (bcopy(theirs, theirs + 1, n), theirs));
    WRITES("bzero", (OWN(bzero)(mine, n), mine), (bzero(theirs, n), theirs));
    start(b);
    char *found = OWN(memccpy)(mine, a, c, n), *real = memccpy(theirs, a, c, n);
    AGREE("memccpy", found ? found - mine : -1, real ? real - theirs : -1);
    AGREE("memccpy", memcmp(mine, theirs, sizeof mine), 0);
}

static void limited(const char *a, const char *b, size_t n) {
    start(b);
    AGREE("strlcpy", OWN(strlcpy)(mine, a, n), strlen(a));
    if (n) AGREE("strlcpy", memcmp(mine, a, strnlen(a, n - 1)) || mine[strnlen(a, n - 1)], 0);
    start(b);
    size_t had = strnlen(b, n);
    AGREE("strlcat", OWN(strlcat)(mine, a, n), had + strlen(a));
    if (had < n) strncat(theirs, a, n - had - 1);
    AGREE("strlcat", memcmp(mine, theirs, sizeof mine), 0);
    char *made = OWN(strdup)(a), *part = OWN(strndup)(a, n);
    AGREE("strdup", strcmp(made, a), 0);
    AGREE("strndup", strncmp(part, a, n) || strlen(part) != strnlen(a, n), 0);
    free(made), free(part);
}

static void taking_apart(const char *a, const char *b) {
    start(a);
    char *rest = mine, *real = theirs;
    for (int step = 0; step < 5; step++) {
        char *token = OWN(strsep)(&rest, b), *other = strsep(&real, b);
        AGREE("strsep", token ? token - mine : -1, other ? other - theirs : -1);
        AGREE("strsep", rest ? rest - mine : -1, real ? real - theirs : -1);
    }
    AGREE("strsep", memcmp(mine, theirs, sizeof mine), 0);
    start(a);
    for (int step = 0; step < 5; step++) {
        char *token = OWN(strtok_r)(step ? NULL : mine, b, &rest), *other = strtok_r(step ? NULL : theirs, b, &real);
        AGREE("strtok_r", token ? token - mine : -1, other ? other - theirs : -1);
        AGREE("strtok_r", rest - mine, real - theirs);
    }
    start(a);
    for (int step = 0; step < 5; step++) {
        char *token = OWN(strtok)(step ? NULL : mine, b), *other = strtok(step ? NULL : theirs, b);
        AGREE("strtok", token ? token - mine : -1, other ? other - theirs : -1);
    }
    AGREE("strtok", memcmp(mine, theirs, sizeof mine), 0);
}

int main(void) {
    for (int round = 0; round < 20000; round++) {
        char a[ROOM] = "", b[ROOM] = "";
        const char *set = alphabets[chosen(4)];
        invent(a, 20, set);
        if (chosen(3)) strcpy(b, a);
        invent(b + chosen((unsigned)strlen(b) + 1), chosen(2) ? 3 : 20, set);
        int c = set[chosen((unsigned)strlen(set) + 1)];
        size_t n = chosen(30);
        looking(a, b, c, n);
        writing(a, b, c, n);
        limited(a, b, n);
        taking_apart(a, b);
    }
    puts("as expected");
    return 0;
}
