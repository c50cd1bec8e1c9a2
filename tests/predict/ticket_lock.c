// CONSTRUCT: a ticket lock: tickets are served in order
// EXPLORE: -DAGAIN=exit(0)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
#ifndef AGAIN
#define AGAIN
#endif

static atomic_int next_ticket, serving;
static int x;

static void *increment(void *arg) {
    (void)arg;
    int mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&serving) != mine) {
        AGAIN;
    }
    x = x + 1;
    assert(x == mine + 1); // HOLDS
    atomic_store(&serving, mine + 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
