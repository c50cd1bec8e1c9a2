// CONSTRUCT: as rwlock_and_mutex, with both sides reading
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static int value, counter;

static void *one(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&counter_lock);
    counter += value;
    pthread_mutex_unlock(&counter_lock);
    pthread_rwlock_unlock(&table);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&counter_lock);
    pthread_rwlock_rdlock(&table);
    counter -= value;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&counter_lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
