/* Compute-heavy: two threads work on their halves of a shared array. argv[1]: roughly the number of accesses to it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define CELLS 4096
#define HALF (CELLS / 2)

static unsigned cells[CELLS];
static long rounds;

static void *work(void *which)
{
    unsigned *mine = cells + (which ? HALF : 0);
    for (long round = 0; round < rounds; round++)
        for (int i = 1; i < HALF; i++)
            mine[i] = mine[i - 1] * 31 + (mine[i] ^ (unsigned)i);
    return NULL;
}

int main(int argc, char **argv)
{
    /* three accesses a cell, CELLS cells a round */
    rounds = (argc > 1 ? atol(argv[1]) : 5000000) / (3 * CELLS) + 1;
    for (int i = 0; i < CELLS; i++)
        cells[i] = (unsigned)(i % HALF);
    pthread_t other;
    pthread_create(&other, NULL, work, cells);
    work(NULL);
    pthread_join(other, NULL);
    for (int i = 0; i < HALF; i++)
        assert(cells[i] == cells[HALF + i]);
    return 0;
}
