/* Waiting: two producers and two consumers with a queue of sixteen. argv[1]: how much work; a hundredth of it is the number
 * of items. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define PAIRS 2
#define ROOM 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static long queue[ROOM], first, held, each, sum;

static void *produce(void *unused)
{
    (void)unused;
    for (long i = 1; i <= each; i++) {
        pthread_mutex_lock(&lock);
        while (held == ROOM)
            pthread_cond_wait(&not_full, &lock);
        queue[(first + held++) % ROOM] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *unused)
{
    (void)unused;
    for (long i = 1; i <= each; i++) {
        pthread_mutex_lock(&lock);
        while (held == 0)
            pthread_cond_wait(&not_empty, &lock);
        sum += queue[first];
        first = (first + 1) % ROOM;
        held--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    each = (argc > 1 ? atol(argv[1]) : 5000000) / 100 / PAIRS + 1;
    pthread_t threads[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pthread_create(&threads[2 * i], NULL, produce, NULL);
        pthread_create(&threads[2 * i + 1], NULL, consume, NULL);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);
    assert(held == 0 && sum == PAIRS * each * (each + 1) / 2);
    return 0;
}
