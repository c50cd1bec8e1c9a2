// CONSTRUCT: `&&`, `||` and `?:` keep a null pointer from being followed: it is read once
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct door {
    int open, locked;
} front = {1, 0};
static _Atomic(struct door *) door = &front;
static int draught, closed, locked;

static void *listener(void *arg) {
    (void)arg;
    struct door *mine = atomic_load(&door);
    if (mine && mine->open) // SAFE
        draught = 1;
    if (!mine || !mine->open) // SAFE
        closed = 1;
    locked = mine ? mine->locked : 1; // SAFE
    return NULL;
}

static void *carpenter(void *arg) {
    (void)arg;
    atomic_store(&door, NULL);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, listener, NULL);
    pthread_create(&t2, NULL, carpenter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
