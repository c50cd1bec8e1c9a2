// CONSTRUCT: counters chosen by a value that another thread changes under the lock
#include <assert.h>
#include <pthread.h>

static int kind, counts[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *switcher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    kind = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *counter(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        counts[kind]++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, switcher, NULL);
    pthread_create(&t2, NULL, counter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counts[0] + counts[1] == 2); // HOLDS
    assert(counts[1] == 2); // FAILS
    return 0;
}
