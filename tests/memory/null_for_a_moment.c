// CONSTRUCT: to replace the route it is withdrawn and then set anew: for a moment there is none
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
    struct route *mine = atomic_load(&route);
    gateway = mine->gateway; // MEMORY! null
    return NULL;
}

static void *update(void *arg) {
    (void)arg;
    atomic_store(&route, NULL);
    atomic_store(&route, &second);
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
