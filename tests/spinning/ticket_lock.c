/* Who comes draws a number and spins until it is called. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define ROUNDS 3

static atomic_uint next, serving;
static int shared;

static void *enter(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        unsigned mine = atomic_fetch_add(&next, 1);
        while (atomic_load(&serving) != mine)
            ;
        shared++;
        atomic_fetch_add(&serving, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, enter, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(shared == THREADS * ROUNDS);
}
