// CONSTRUCT: what is divided changes and may be 0, what it is divided by does not
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bytes = 4096;
static int page = 512, pages;

static void *count(void *arg) {
    (void)arg;
    pages = (atomic_load(&bytes) + page - 1) / page; // SAFE
    return NULL;
}

static void *truncate_it(void *arg) {
    (void)arg;
    atomic_store(&bytes, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, truncate_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
