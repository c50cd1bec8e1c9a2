// CONSTRUCT: an unlocked write that looks ordered only because of who took the lock first
// EXIT: 0 or signal ABRT
#include <assert.h>
#include <pthread.h>

static int config, started, seen = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    config = 1; /* not under the lock */
    pthread_mutex_lock(&lock);
    started++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    started++;
    pthread_mutex_unlock(&lock);
    seen = config; /* not under the lock either */
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(started == 2);
    assert(seen == 1);
    return 0;
}
