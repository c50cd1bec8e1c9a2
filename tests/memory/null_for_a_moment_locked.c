// CONSTRUCT: to replace the route it is withdrawn and then set anew, under a lock that readers take as well
#include <pthread.h>
#include <stdlib.h>

struct route {
    int gateway;
};

static struct route first = {1}, second = {2}, *route = &first;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int gateway;

static void *forward(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    struct route *mine = route;
    pthread_rwlock_unlock(&lock);
    gateway = mine->gateway; // SAFE outside of the section there is always one
    return NULL;
}

static void *update(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    route = NULL;
    route = &second;
    pthread_rwlock_unlock(&lock);
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
