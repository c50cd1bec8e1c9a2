// CONSTRUCT: the hit rate of a cache is reported by a thread that does not wait for the first request
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
    percent = cache.hits * 100 / (cache.hits + cache.misses); // MEMORY! division
    pthread_mutex_unlock(&cache.lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, request, NULL);
    pthread_create(&t2, NULL, report, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
