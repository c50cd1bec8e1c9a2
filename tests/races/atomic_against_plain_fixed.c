// CONSTRUCT: a counter is atomic for all, and plain again when all have ended
#include <pthread.h>

static int counter, seen;

static void *worker(void *arg) {
    (void)arg;
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void *printer(void *arg) {
    (void)arg;
    seen = __atomic_load_n(&counter, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, printer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return counter == 1 && seen <= 1 ? 0 : 1;
    return 0;
}
