// CONSTRUCT: the default order of atomics is enough for a message
#include <pthread.h>
#include <stdatomic.h>

static int data[2], seen;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data[0] = 1;
    data[1] = 2;
    ready = 1;
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (ready)
        seen = data[0] + data[1];
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
