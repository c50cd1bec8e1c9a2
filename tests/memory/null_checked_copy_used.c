// CONSTRUCT: a handler is read once, compared with NULL, and used: whatever becomes of the variable meanwhile
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct handler {
    atomic_int calls;
};

static struct handler only;
static _Atomic(struct handler *) handler = &only;

static void *event(void *arg) {
    (void)arg;
    struct handler *mine = atomic_load(&handler);
    if (mine != NULL)
        atomic_fetch_add(&mine->calls, 1); // SAFE
    return NULL;
}

static void *unregister(void *arg) {
    (void)arg;
    atomic_store(&handler, NULL);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, event, NULL);
    pthread_create(&t2, NULL, unregister, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
