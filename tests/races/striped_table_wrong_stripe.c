// CONSTRUCT: a hash table with fewer locks than buckets: one function takes the wrong one
#include <pthread.h>

enum { buckets = 4, stripes = 2 };
static pthread_mutex_t locks[stripes] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int used[buckets];

static void insert(int key) {
    int at = key % buckets;
    pthread_mutex_lock(&locks[at % stripes]);
    used[at]++; // RACE!
    pthread_mutex_unlock(&locks[at % stripes]);
}

static void clear(int at) {
    pthread_mutex_lock(&locks[at / stripes]);
    used[at] = 0; // RACE!
    pthread_mutex_unlock(&locks[at / stripes]);
}

static void *inserter(void *arg) {
    (void)arg;
    insert(1);
    return NULL;
}

static void *clearer(void *arg) {
    (void)arg;
    clear(1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, inserter, NULL);
    pthread_create(&t2, NULL, clearer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
