// CONSTRUCT: everyone comes to the barrier twice
#include <pthread.h>

static pthread_barrier_t barrier;

static void *twice(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, twice, NULL);
    pthread_create(&t3, NULL, twice, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
