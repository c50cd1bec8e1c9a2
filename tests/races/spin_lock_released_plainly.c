// CONSTRUCT: a lock taken by compare-and-swap and given back by a plain store
#include <pthread.h>

static int counter, owner;

static void *worker(void *arg) {
    (void)arg;
    while (__sync_val_compare_and_swap(&owner, 0, 1) != 0) // RACE!
        ;
    counter++; // RACE!
    owner = 0; // RACE!
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
