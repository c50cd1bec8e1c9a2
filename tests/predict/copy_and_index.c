// CONSTRUCT: memcpy is one step with several writes; the reader's index is shared, so it may see any of them
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int table[3];
static int at;

static void *copy(void *arg)
{
    int fresh[3] = {7, 8, 9};
    memcpy(table, fresh, sizeof table);
    return arg;
}

static void *move(void *arg)
{
    at = 1;
    return arg;
}

static void *look(void *arg)
{
    int i = at;
    int seen = table[i];
    assert(seen != 7); // FAILS
    assert(seen != 8); // FAILS
    assert(seen != 9); // HOLDS
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, look, NULL);
    pthread_create(&threads[1], NULL, copy, NULL);
    pthread_create(&threads[2], NULL, move, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
