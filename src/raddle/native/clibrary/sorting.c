/* qsort and bsearch. The C library sorts by merging, so that equal elements stay in their order: so does this. */
#include "own.h"

#include <stdlib.h>
#include <string.h>

typedef int comparison(const void *, const void *, void *);

struct sorting {
    size_t size;
    comparison *compare;
    void *argument;
};

/* Both halves are sorted; `room` has place for all. */
static void merge(const struct sorting *how, byte *first, size_t before, size_t count, byte *room) {
    size_t size = how->size, left = before, right = count - before;
    byte *one = first, *other = first + before * size, *to = room;
    while (left && right) {
        bool take_one = how->compare(one, other, how->argument) <= 0;
        memcpy(to, take_one ? one : other, size);
        to += size;
        if (take_one)
            one += size, left--;
        else
            other += size, right--;
    }
    memcpy(to, one, left * size);
    memcpy(first, room, (count - right) * size);
}

static void sort(const struct sorting *how, byte *first, size_t count, byte *room) {
    if (count < 2) return;
    size_t before = count / 2;
    sort(how, first, before, room);
    sort(how, first + before * how->size, count - before, room);
    merge(how, first, before, count, room);
}

/* The rooms for small and for large arrays. */
static void sort_all(void *array, size_t count, const struct sorting *how) {
    enum { SMALL = 1024 };
    byte small[SMALL];
    if (count < 2 || how->size == 0) return;
    byte *room = count * how->size <= SMALL ? small : malloc(count * how->size);
    if (room == NULL) {
        qsort_r(array, count, how->size, how->compare, how->argument);
        return;
    }
    sort(how, array, count, room);
    if (room != small) free(room);
}

typedef int plain_comparison(const void *, const void *);

static int plainly(const void *a, const void *b, void *compare) {
    return ((plain_comparison *)compare)(a, b);
}

void FOLLOWED(qsort)(void *array, size_t count, size_t size, plain_comparison *compare) {
    sort_all(array, count, &(struct sorting){size, plainly, (void *)compare});
}

void FOLLOWED(qsort_r)(void *array, size_t count, size_t size, comparison *compare, void *argument) {
    sort_all(array, count, &(struct sorting){size, compare, argument});
}

void *FOLLOWED(bsearch)(const void *key, const void *array, size_t count, size_t size, plain_comparison *compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const byte *element = (const byte *)array + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
