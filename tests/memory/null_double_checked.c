// CONSTRUCT: a registry that is made by the first one that needs it: looked at without the lock, then with it
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct registry {
    int entries;
};

static _Atomic(struct registry *) registry;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen[2];

static void *user(void *arg) {
    int *at = arg;
    if (atomic_load(&registry) == NULL) {
        pthread_mutex_lock(&lock);
        if (atomic_load(&registry) == NULL)
            atomic_store(&registry, calloc(1, sizeof(struct registry)));
        pthread_mutex_unlock(&lock);
    }
    *at = atomic_load(&registry)->entries; // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, &seen[0]);
    pthread_create(&t2, NULL, user, &seen[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
