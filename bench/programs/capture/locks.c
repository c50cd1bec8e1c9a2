/* Lock-heavy: four threads move money between accounts, each account with its lock. argv[1]: roughly the number of events. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define ACCOUNTS 64

static struct account {
    pthread_mutex_t lock;
    long balance;
} accounts[ACCOUNTS];
static long transfers;

static void *transfer(void *seed)
{
    unsigned next = (unsigned)(size_t)seed;
    for (long i = 0; i < transfers; i++) {
        next = next * 1103515245 + 12345;
        unsigned from = next >> 16 & (ACCOUNTS - 1), to = (from + 1 + (next >> 24)) & (ACCOUNTS - 1);
        if (from == to)
            continue;
        struct account *low = &accounts[from < to ? from : to], *high = &accounts[from < to ? to : from];
        pthread_mutex_lock(&low->lock);
        pthread_mutex_lock(&high->lock);
        accounts[from].balance--;
        accounts[to].balance++;
        pthread_mutex_unlock(&high->lock);
        pthread_mutex_unlock(&low->lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    transfers = (argc > 1 ? atol(argv[1]) : 5000000) / 8 / THREADS + 1;
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&accounts[i].lock, NULL);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, transfer, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    long sum = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance;
    assert(sum == 0);
    return 0;
}
