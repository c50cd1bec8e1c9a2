// CONSTRUCT: a counter is incremented atomically by one thread and read plainly by another
#include <pthread.h>

static int counter, seen;

static void *worker(void *arg) {
    (void)arg;
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); // RACE!
    return NULL;
}

static void *printer(void *arg) {
    (void)arg;
    seen = counter; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, printer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
