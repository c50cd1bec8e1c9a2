/* qsort and bsearch: also which of equal elements comes first. */
#include "compared.h"

LINKED(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *));
LINKED(void, qsort_r, void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
LINKED(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

struct element {
    int key, place;
    char more[44];
};

static int by_key(const void *a, const void *b) {
    return ((const struct element *)a)->key - ((const struct element *)b)->key;
}

static int by_key_and(const void *a, const void *b, void *sign) {
    return *(int *)sign * by_key(a, b);
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    static struct element mine[200], theirs[200];
    static int few[200], real_few[200];
    for (int round = 0; round < 2000; round++) {
        int count = (int)chosen(round % 2 ? 200 : 12);
        for (int at = 0; at < count; at++) {
            mine[at] = theirs[at] = (struct element){.key = (int)chosen(20), .place = at};
            few[at] = real_few[at] = (int)chosen(1000);
        }
        OWN(qsort)(mine, (size_t)count, sizeof *mine, by_key);
        qsort(theirs, (size_t)count, sizeof *theirs, by_key);
        AGREE("qsort", memcmp(mine, theirs, sizeof mine), 0);
        OWN(qsort)(few, (size_t)count, sizeof *few, by_number);
        qsort(real_few, (size_t)count, sizeof *few, by_number);
        AGREE("qsort of int", memcmp(few, real_few, sizeof few), 0);
        struct element key = {.key = (int)chosen(22) - 1};
        AGREE("bsearch", (struct element *)OWN(bsearch)(&key, mine, (size_t)count, sizeof *mine, by_key),
              (struct element *)bsearch(&key, mine, (size_t)count, sizeof *mine, by_key));
        int down = -1;
        OWN(qsort_r)(mine, (size_t)count, sizeof *mine, by_key_and, &down);
        qsort_r(theirs, (size_t)count, sizeof *theirs, by_key_and, &down);
        AGREE("qsort_r", memcmp(mine, theirs, sizeof mine), 0);
    }
    puts("as expected");
    return 0;
}
