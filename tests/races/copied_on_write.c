// CONSTRUCT: a new version is made aside and published by an atomic pointer, old ones are kept
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int width, height;
};

static struct config initial = {80, 24};
static _Atomic(struct config *) current = &initial;
static int area;

static void *updater(void *arg) {
    (void)arg;
    struct config *old = atomic_load_explicit(&current, memory_order_acquire);
    struct config *fresh = malloc(sizeof *fresh);
    *fresh = *old;
    fresh->width = 132;
    atomic_store_explicit(&current, fresh, memory_order_release);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct config *mine = atomic_load_explicit(&current, memory_order_acquire);
    area = mine->width * mine->height;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, updater, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
