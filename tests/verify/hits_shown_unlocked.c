// VERIFY proved
// VERIFY races: bug
// CONSTRUCT: a counter read without the lock on the path that the first run need not take: a race
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
    int some = hits > 0;
    pthread_mutex_unlock(&lock);
    if (some) shown = hits;
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, show, NULL);
    pthread_create(&t2, NULL, hit, NULL);
    pthread_create(&t3, NULL, hit, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(hits == 2);
    return 0;
}
