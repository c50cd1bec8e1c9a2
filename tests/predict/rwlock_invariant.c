// CONSTRUCT: writers exclude readers and each other, readers see whole updates
#include <assert.h>
#include <pthread.h>

static int a, b;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    a = a + 1;
    b = b + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    int difference = a - b;
    assert(difference == 0); // HOLDS
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_create(&t3, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(a == 2 && b == 2); // HOLDS
    return 0;
}
