// CONSTRUCT: two readers inside at once, each with a write of its own: both see the other's
#include <assert.h>
#include <pthread.h>

static int in_a, in_b;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    in_a = 1;
    assert(in_b == 0); // FAILS
    in_a = 0;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    in_b = 1;
    assert(in_a == 0); // FAILS
    in_b = 0;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    assert(in_a + in_b == 0); // HOLDS
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
