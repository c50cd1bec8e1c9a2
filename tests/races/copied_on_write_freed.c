// CONSTRUCT: the old version is freed at once, while a reader may still use it
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int width, height;
};

static _Atomic(struct config *) current;
static int area;

static void *updater(void *arg) {
    (void)arg;
    struct config *fresh = calloc(1, sizeof *fresh);
    struct config *old = atomic_exchange(&current, fresh);
    free(old); // RACE!
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct config *mine = atomic_load(&current);
    area = mine->width; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&current, calloc(1, sizeof(struct config)));
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, updater, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
