// CONSTRUCT: a readers-writer lock with two readers and a writer
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static int seen[2];

static void *writer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_wrlock(&lock);
        a++;
        b--;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *reader(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_rdlock(&lock);
        assert(a + b == 0);
        seen[me] = a;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t w, r1, r2;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r1, NULL, reader, (void *)0L);
    pthread_create(&r2, NULL, reader, (void *)1L);
    pthread_join(w, NULL);
    pthread_join(r1, NULL);
    pthread_join(r2, NULL);
    assert(a == 2 && seen[0] <= 2 && seen[1] <= 2);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
