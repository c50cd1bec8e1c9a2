// CONSTRUCT: two reader-writer locks, both for writing, in opposite order
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_wrlock(&b); // DEADLOCK!
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_wrlock(&a); // DEADLOCK!
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
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
