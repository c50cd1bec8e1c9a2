/* Producer-consumer: two of each with a queue of 64; each item is a small piece of work. argv[1]: roughly the number of
 * events. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define PAIRS 2
#define ROOM 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static struct item {
    unsigned data[4];
} queue[ROOM];
static long first, held, each;
static unsigned long sums[PAIRS];

static void *produce(void *unused)
{
    (void)unused;
    for (long i = 1; i <= each; i++) {
        struct item item;
        for (unsigned part = 0; part < 4; part++)
            item.data[part] = (unsigned)i * (part + 1);
        pthread_mutex_lock(&lock);
        while (held == ROOM)
            pthread_cond_wait(&not_full, &lock);
        queue[(first + held++) % ROOM] = item;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *sum)
{
    for (long i = 1; i <= each; i++) {
        pthread_mutex_lock(&lock);
        while (held == 0)
            pthread_cond_wait(&not_empty, &lock);
        struct item item = queue[first];
        first = (first + 1) % ROOM;
        held--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
        for (unsigned part = 0; part < 4; part++)
            *(unsigned long *)sum += item.data[part];
    }
    return NULL;
}

int main(int argc, char **argv)
{
    each = (argc > 1 ? atol(argv[1]) : 5000000) / 50 / PAIRS + 1;
    pthread_t threads[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pthread_create(&threads[2 * i], NULL, produce, NULL);
        pthread_create(&threads[2 * i + 1], NULL, consume, &sums[i]);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);
    assert(held == 0 && sums[0] + sums[1] == 10ul * PAIRS * (unsigned long)each * (unsigned long)(each + 1) / 2);
    return 0;
}
