// CONSTRUCT: a timer is cancelled and its context freed, while its callback may have begun
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct context {
    int ticks;
};

static struct timer {
    atomic_int active;
    struct context *context;
} timer;

static void on_tick(struct context *context) {
    context->ticks++; // MEMORY! use-after-free
}

static void *clock_thread(void *arg) {
    (void)arg;
    if (atomic_load(&timer.active))
        on_tick(timer.context);
    return NULL;
}

static void *canceller(void *arg) {
    (void)arg;
    atomic_store(&timer.active, 0);
    free(timer.context);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    timer.context = calloc(1, sizeof *timer.context);
    atomic_store(&timer.active, 1);
    pthread_create(&t1, NULL, clock_thread, NULL);
    pthread_create(&t2, NULL, canceller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
