// CONSTRUCT: the divisor lies behind a pointer that another thread sets to a record which is not filled in
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct gear {
    int ratio;
};

static struct gear first = {4};
static _Atomic(struct gear *) gear = &first;
static int speed;

static void *drive(void *arg) {
    (void)arg;
    speed = 120 / atomic_load(&gear)->ratio; // MEMORY! division
    return NULL;
}

static void *shift(void *arg) {
    (void)arg;
    struct gear *next = calloc(1, sizeof *next);
    atomic_store(&gear, next);
    next->ratio = 6;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drive, NULL);
    pthread_create(&t2, NULL, shift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
