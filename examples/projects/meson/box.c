#include "box.h"

#include <stdatomic.h>

static atomic_int full;
static atomic_int content;

/* The bug: the box is said to be full before the letter is in it. */
void box_put(int letter)
{
    atomic_store(&full, 1);
    atomic_store(&content, letter);
}

bool box_take(int *letter)
{
    if (!atomic_load(&full))
        return false;
    *letter = atomic_load(&content);
    atomic_store(&full, 0);
    return true;
}
