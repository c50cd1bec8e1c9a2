// CONSTRUCT: the count of references is in the object: between the load of the pointer and the count it may be gone
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct image {
    atomic_int references;
    int width;
};

static _Atomic(struct image *) shown;

static void *painter(void *arg) {
    (void)arg;
    struct image *mine = atomic_load(&shown);
    if (mine == NULL)
        return NULL;
    atomic_fetch_add(&mine->references, 1);                // MEMORY! use-after-free
    if (atomic_fetch_sub(&mine->references, 1) == 1)       // MEMORY! use-after-free
        free(mine);
    return NULL;
}

static void *closer(void *arg) {
    (void)arg;
    struct image *old = atomic_exchange(&shown, NULL);
    if (atomic_fetch_sub(&old->references, 1) == 1)
        free(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct image *first = calloc(1, sizeof *first);
    atomic_init(&first->references, 1);
    atomic_store(&shown, first);
    pthread_create(&t1, NULL, painter, NULL);
    pthread_create(&t2, NULL, closer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
