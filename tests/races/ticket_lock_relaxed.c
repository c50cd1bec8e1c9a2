// CONSTRUCT: a ticket lock that waits with a relaxed load
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, serving;
static int counter;

static void *worker(void *arg) {
    (void)arg;
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_relaxed) != mine)
        ;
    counter++; // RACE!
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
