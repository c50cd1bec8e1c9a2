/* Atomics: three threads draw tickets, count them in a table, and keep the largest by compare-and-swap, without a lock.
 * argv[1]: roughly the number of events. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS 3
#define PLACES 64

static atomic_long ticket, largest, table[PLACES], announced[THREADS];
static long each;

static void *draw(void *which)
{
    size_t mine = (size_t)which;
    for (long i = 0; i < each; i++) {
        long number = atomic_fetch_add(&ticket, 1) * 7919 % 1000003;
        atomic_fetch_add_explicit(&table[number % PLACES], 1, memory_order_relaxed);
        long seen = atomic_load_explicit(&largest, memory_order_relaxed);
        while (number > seen && !atomic_compare_exchange_weak(&largest, &seen, number))
            ;
        atomic_store_explicit(&announced[mine], i, memory_order_release);
        long behind = 0;
        for (size_t other = 0; other < THREADS; other++)
            behind += atomic_load_explicit(&announced[other], memory_order_acquire) < i;
        assert(behind < THREADS);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    each = (argc > 1 ? atol(argv[1]) : 5000000) / 8 / THREADS + 1;
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, draw, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    long sum = 0;
    for (int i = 0; i < PLACES; i++)
        sum += atomic_load(&table[i]);
    assert(sum == THREADS * each);
    return 0;
}
