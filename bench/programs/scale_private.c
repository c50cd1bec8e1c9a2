/* Much private work, little that is shared: THREADS threads sort and sum blocks of their own memory, SIZE visible events or
 * so in all, and now and then add what they found to common statistics under a lock: UPDATES times each.
 *
 * In every critical section the statistics are consistent, and nothing is lost: these assertions hold. The number of
 * finished threads is read in one critical section and written in another: its assertion can fail. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef SIZE
#define SIZE 1000000
#endif
#ifndef UPDATES
#define UPDATES 100
#endif
#ifndef CELLS
#define CELLS 64
#endif
#define PER_PASS (3 * CELLS) /* visible events of one pass: a load and a store for each cell, a load for the sum */
#define PASSES (SIZE / PER_PASS / THREADS / UPDATES + 1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned passes, blocks;
    unsigned long sum;
} statistics;
static int finished;

/* Stir the block, and sum it. */
static unsigned long pass(unsigned *block, unsigned seed)
{
    unsigned long sum = 0;
    for (int i = 0; i < CELLS; i++)
        block[i] = block[i] * 1664525u + seed + (unsigned)i;
    for (int i = 0; i < CELLS; i++)
        sum += block[i] >> 20;
    return sum;
}

static void publish(unsigned long sum, unsigned passes)
{
    pthread_mutex_lock(&lock);
    statistics.blocks++;
    statistics.passes += passes;
    statistics.sum += sum;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
    unsigned number = (unsigned)(intptr_t)arg;
    unsigned *block = calloc(CELLS, sizeof *block);
    for (unsigned update = 0; update < UPDATES; update++) {
        unsigned long sum = 0;
        for (unsigned i = 0; i < PASSES; i++)
            sum += pass(block, number * 7919u + update);
        publish(sum, PASSES);
    }
    free(block);
    pthread_mutex_lock(&lock);
    assert(statistics.blocks >= UPDATES); /* holds */
    assert(statistics.passes == statistics.blocks * PASSES); /* holds */
    int before = finished;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    finished = before + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(statistics.blocks == THREADS * UPDATES); /* holds */
    assert(finished >= 1); /* holds */
    assert(finished == THREADS); /* fails */
    return 0;
}
