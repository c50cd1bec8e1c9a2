// A table under a reader-writer lock: one who updates, two who read pairs that belong together.
// BUG: race: the update takes the lock for reading
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif

static struct { int key, twice; } table[4];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *update(void *arg) {
    for (int i = 0; i < N; i++) {
#ifdef BUG
        pthread_rwlock_rdlock(&lock);
#else
        pthread_rwlock_wrlock(&lock);
#endif
        table[i % 4].key = i;
        table[i % 4].twice = 2 * i;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

static void *look(void *arg) {
    for (int i = 0; i < N; i++) {
        pthread_rwlock_rdlock(&lock);
        assert(table[i % 4].twice == 2 * table[i % 4].key);
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, update, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    pthread_create(&threads[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
