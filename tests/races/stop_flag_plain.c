// CONSTRUCT: a worker is told to stop by a plain flag
#include <pthread.h>

static int stop, rounds;

static void *worker(void *arg) {
    (void)arg;
    while (!stop) // RACE!
        rounds++;
    return NULL;
}

static void *boss(void *arg) {
    (void)arg;
    stop = 1; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, boss, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
