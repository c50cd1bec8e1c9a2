// CONSTRUCT: to pause a limiter its rate is set to 0, and then the flag which keeps others from using it
#include <pthread.h>
#include <stdatomic.h>

static atomic_int paused, rate = 20;
static int wait_ms;

static void *limiter(void *arg) {
    (void)arg;
    if (!atomic_load(&paused))
        wait_ms = 1000 / atomic_load(&rate); // MEMORY! division
    return NULL;
}

static void *pause_it(void *arg) {
    (void)arg;
    atomic_store(&rate, 0);
    atomic_store(&paused, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, limiter, NULL);
    pthread_create(&t2, NULL, pause_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
