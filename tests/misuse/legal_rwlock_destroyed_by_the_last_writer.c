// VERIFY: proved
// CONSTRUCT: a reader-writer lock is destroyed by who was the only one left, which it knows by the lock itself
#include <pthread.h>

static pthread_rwlock_t rw;
static int users = 2;

static void *use(void *unused) {
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_wrlock(&rw);
    int left = --users;
    pthread_rwlock_unlock(&rw);
    if (!left)
        pthread_rwlock_destroy(&rw);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_rwlock_init(&rw, NULL);
    pthread_create(&a, NULL, use, NULL);
    use(NULL);
    pthread_join(a, NULL);
    return 0;
}
