// CONSTRUCT: written before the write lock, read after a read lock of the same
#include <pthread.h>

static int route, table[2], seen, local;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *updater(void *arg) {
    (void)arg;
    route = 1; // RACE!
    pthread_rwlock_wrlock(&lock);
    table[0] = 10;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    local = table[0];
    pthread_rwlock_unlock(&lock);
    seen = route; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, updater, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
