// CONSTRUCT: a reader shows which version it uses, and does not look whether it still is the current one
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct version {
    int number;
};

static _Atomic(struct version *) current, shown;
static int seen, kept;

static void *reader(void *arg) {
    (void)arg;
    struct version *mine = atomic_load(&current);
    atomic_store(&shown, mine);
    seen = mine->number; // MEMORY! use-after-free
    atomic_store(&shown, NULL);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    struct version *fresh = calloc(1, sizeof *fresh);
    struct version *old = atomic_exchange(&current, fresh);
    if (atomic_load(&shown) == old)
        kept++;
    else
        free(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&current, calloc(1, sizeof(struct version)));
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
