// CONSTRUCT: a timed lock that was got excludes like a lock
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    struct timespec until = {2000000000, 0};
    if (pthread_mutex_timedlock(&lock, &until) == 0) {
        x = x + 2;
        assert(x >= 2); // HOLDS
        assert(x == 3); // FAILS
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 3); // HOLDS: fails only off the path, where the time runs out
    return 0;
}
