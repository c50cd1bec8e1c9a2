// CONSTRUCT: the route is compared with NULL at every use, and never is: it is replaced in one step
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct route {
    int gateway;
};

static struct route first = {1}, second = {2};
static _Atomic(struct route *) route = &first;
static int gateway;

static void *forward(void *arg) {
    (void)arg;
    if (atomic_load(&route) != NULL)
        gateway = atomic_load(&route)->gateway; // SAFE
    return NULL;
}

static void *update(void *arg) {
    (void)arg;
    struct route *old = atomic_exchange(&route, &second);
    old->gateway = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, forward, NULL);
    pthread_create(&t2, NULL, update, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
