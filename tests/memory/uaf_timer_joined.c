// CONSTRUCT: to cancel a timer is to stop its thread and to wait for its end; then its context is freed
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct context {
    int ticks;
};

static struct timer {
    atomic_int active;
    struct context *context;
    pthread_t thread;
} timer;

static void on_tick(struct context *context) {
    context->ticks++; // SAFE
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
    pthread_join(timer.thread, NULL);
    free(timer.context);
    return NULL;
}

int main(void) {
    pthread_t other;
    timer.context = calloc(1, sizeof *timer.context);
    atomic_store(&timer.active, 1);
    pthread_create(&timer.thread, NULL, clock_thread, NULL);
    pthread_create(&other, NULL, canceller, NULL);
    pthread_join(other, NULL);
    return 0;
}
