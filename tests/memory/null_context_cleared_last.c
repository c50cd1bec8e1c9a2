// CONSTRUCT: to disarm an alarm its armed flag is cleared, then its context, in sections of their own
#include <pthread.h>
#include <stdlib.h>

struct context {
    int rings;
};

static struct context bell;
static struct {
    int armed;
    struct context *context;
} alarm_clock = {1, &bell};
static pthread_spinlock_t lock;

static void *ring(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    if (alarm_clock.armed)
        alarm_clock.context->rings++; // SAFE while it is armed it has one
    pthread_spin_unlock(&lock);
    return NULL;
}

static void *disarm(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    alarm_clock.armed = 0;
    pthread_spin_unlock(&lock);
    pthread_spin_lock(&lock);
    alarm_clock.context = NULL;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t1, NULL, ring, NULL);
    pthread_create(&t2, NULL, disarm, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
