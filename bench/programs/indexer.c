/* The indexer of the first paper's table 1: threads put numbers into a hash table of 128 entries, by compare-and-swap and
 * linear probing. Thread i puts w = 11 * m + i for m = 1 to 4, first at w * 7 mod 128. Below 12 threads no two numbers share
 * an entry; from 12 on they do: thread 0's second and thread 11's first is 22, at 26.
 *
 * The property: whoever puts a number at ENTRY first of all finds it free. OWNER: only what that thread puts there counts.
 *
 *   -DTHREADS=10                         indexer-10    every entry: holds
 *   -DTHREADS=11                                       the last size at which every entry holds
 *   -DTHREADS=12 -DOWNER=0 -DENTRY=52                  the first size at which one can fail
 *   -DTHREADS=15 -DENTRY=22              indexer-15    thread 14's last, behind an entry that stays free: holds
 *   -DTHREADS=15 -DOWNER=0 -DENTRY=52    indexer-15a   thread 0's last and thread 11's third: thread 0 comes first in the
 *                                                      recorded run, but need not: fails
 *   -DTHREADS=20, -DTHREADS=25 likewise  indexer-20 to indexer-25a; with 25 thread 22 wants entry 52 too
 *
 * From 12 threads on the recorded run has collisions: a path that leads to the assertion has to repeat them.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 10
#endif
#ifndef SIZE
#define SIZE 128
#endif
#define NUMBERS 4

struct worker {
    int number;
    int m, w, h;
};

static int table[SIZE];

static int watched(const struct worker *worker)
{
#if defined OWNER
    return worker->h == ENTRY && worker->number == OWNER;
#elif defined ENTRY
    return worker->h == ENTRY;
#else
    (void)worker;
    return 1;
#endif
}

static int put(struct worker *worker)
{
    return __sync_bool_compare_and_swap(&table[worker->h], 0, worker->w);
}

static void *work(void *arg)
{
    struct worker worker = {.number = (int)(intptr_t)arg};
    while (worker.m < NUMBERS) {
        worker.w = ++worker.m * 11 + worker.number;
        worker.h = worker.w * 7 % SIZE;
        int done = put(&worker);
        if (watched(&worker))
            assert(done); /* with OWNER: fails */
        while (!done) {
            worker.h = (worker.h + 1) % SIZE;
            done = put(&worker);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
