// CONSTRUCT: atomic_init of an object that another thread uses is a plain write
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
    (void)arg;
    atomic_fetch_add(&counter, 1); // RACE!
    return NULL;
}

static void *resetter(void *arg) {
    (void)arg;
    atomic_init(&counter, 0); // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, resetter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
