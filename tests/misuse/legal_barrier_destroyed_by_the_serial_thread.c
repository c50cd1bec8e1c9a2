// VERIFY: proved
// CONSTRUCT: the serial thread of a round destroys the barrier
#include <pthread.h>

static pthread_barrier_t b;

static void *work(void *unused) {
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
        pthread_barrier_destroy(&b);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    return 0;
}
