// CONSTRUCT: `&&` keeps a null pointer from being followed, but it is read twice
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct door {
    int open;
} front = {1};
static _Atomic(struct door *) door = &front;
static int draught;

static void *listener(void *arg) {
    (void)arg;
    if (atomic_load(&door) && atomic_load(&door)->open) // MEMORY! null
        draught = 1;
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
