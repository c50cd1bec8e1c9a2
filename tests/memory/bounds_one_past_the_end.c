// CONSTRUCT: the end of what was written is a pointer one past the last element: compared with, never used
#include <pthread.h>
#include <stdatomic.h>

static int cells[4];
static atomic_int count = 2;
static int sum;

static void *summer(void *arg) {
    (void)arg;
    const int *end = cells + atomic_load(&count);
    for (const int *at = cells; at != end; at++)
        sum += *at; // SAFE
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    cells[2] = cells[3] = 1;
    atomic_store(&count, 4);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, summer, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
