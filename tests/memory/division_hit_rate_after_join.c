// CONSTRUCT: the hit rate of a cache is reported by a thread that is created when the first request has ended
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    int hits, misses;
} cache = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static int percent;

static void *request(void *arg) {
    (void)arg;
    pthread_mutex_lock(&cache.lock);
    cache.misses++;
    pthread_mutex_unlock(&cache.lock);
    return NULL;
}

static void *report(void *arg) {
    (void)arg;
    pthread_mutex_lock(&cache.lock);
    percent = cache.hits * 100 / (cache.hits + cache.misses); // SAFE
    pthread_mutex_unlock(&cache.lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, request, NULL);
    pthread_join(t1, NULL);
    pthread_create(&t2, NULL, report, NULL);
    pthread_create(&t3, NULL, request, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
