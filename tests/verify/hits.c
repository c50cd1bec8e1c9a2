// VERIFY proved
// VERIFY races: proved
// VERIFY deadlocks: proved
// CONSTRUCT: a counter under a lock
#include <assert.h>
#include <pthread.h>

static int hits, shown;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hit(void *arg) {
    pthread_mutex_lock(&lock);
    hits = hits + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *show(void *arg) {
    pthread_mutex_lock(&lock);
    if (hits > 0) shown = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, hit, NULL);
    pthread_create(&t2, NULL, show, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(hits == 1);
    return 0;
}
