/* Memory of the passes. */
#include <stdlib.h>
#include <string.h>

#include "passes.h"

void *rd_zeroed(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

/* Room for `wanted` items; new ones are zero. */
bool rd_grown(void **items, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t more = *room * 2 > wanted ? *room * 2 : wanted + 16;
    char *moved = realloc(*items, more * size);
    if (!moved)
        return false;
    memset(moved + *room * size, 0, (more - *room) * size);
    *items = moved;
    *room = more;
    return true;
}

RD_EXPORT void rd_passes_free(void *memory)
{
    free(memory);
}
