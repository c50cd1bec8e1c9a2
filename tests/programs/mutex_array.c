// CONSTRUCT: an array of mutexes, one per bucket, chosen by a hash
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define BUCKETS 3

static pthread_mutex_t locks[BUCKETS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int buckets[BUCKETS];

static void add(int key) {
    int b = (key * 7 + 3) % BUCKETS;
    pthread_mutex_lock(&locks[b]);
    buckets[b] += key;
    pthread_mutex_unlock(&locks[b]);
}

static void *work(void *arg) {
    int base = (int)(long)arg;
    for (int i = 0; i < 5; i++)
        add(base + i);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)3L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(buckets[0] == 0 + 3 + 3 + 6);
    assert(buckets[1] == 1 + 4 + 4 + 7);
    assert(buckets[2] == 2 + 5);
    return 0;
}
