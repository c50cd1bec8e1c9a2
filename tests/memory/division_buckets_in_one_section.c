// CONSTRUCT: a table without buckets for as long as it is being rebuilt, which nobody sees
#include <pthread.h>

static unsigned buckets = 8, bucket;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *lookup(void *arg) {
    unsigned *key = arg;
    pthread_mutex_lock(&lock);
    bucket = *key % buckets; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *rebuild(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    buckets = 0;
    buckets = 16;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    static unsigned key = 77;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, lookup, &key);
    pthread_create(&t2, NULL, rebuild, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
