// CONSTRUCT: a reader-writer lock and a mutex in opposite order, on one side for writing
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t upgrade = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *upgrader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&upgrade); // DEADLOCK!
    int seen = value;
    pthread_mutex_unlock(&upgrade);
    pthread_rwlock_unlock(&table);
    (void)seen;
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&upgrade);
    pthread_rwlock_wrlock(&table); // DEADLOCK!
    value++;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&upgrade);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, upgrader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
