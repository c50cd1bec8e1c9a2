// CONSTRUCT: the flag that says that the model is loaded is set before the pointer to it
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct model {
    int layers;
};

static _Atomic(struct model *) model;
static atomic_int loaded;
static int layers;

static void *loader(void *arg) {
    (void)arg;
    struct model *fresh = malloc(sizeof *fresh);
    fresh->layers = 12;
    atomic_store(&loaded, 1);
    atomic_store(&model, fresh);
    return NULL;
}

static void *asker(void *arg) {
    (void)arg;
    if (atomic_load(&loaded))
        layers = atomic_load(&model)->layers; // MEMORY! null
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, loader, NULL);
    pthread_create(&t2, NULL, asker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
