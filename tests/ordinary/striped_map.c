// A hash map of chains, one lock for each stripe of buckets; two threads put in and look up.
// BUG: race: a look-up takes the lock of another stripe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif
#define BUCKETS 8
#define STRIPES 4

struct entry { struct entry *next; int key, value; };
static struct entry *buckets[BUCKETS];
static pthread_mutex_t locks[STRIPES];

static void put(int key, int value) {
    int bucket = key % BUCKETS;
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key;
    entry->value = value;
    pthread_mutex_lock(&locks[bucket % STRIPES]);
    entry->next = buckets[bucket];
    buckets[bucket] = entry;
    pthread_mutex_unlock(&locks[bucket % STRIPES]);
}

static int get(int key, int otherwise) {
    int bucket = key % BUCKETS;
#ifdef BUG
    pthread_mutex_t *lock = &locks[bucket / 2 % STRIPES];
#else
    pthread_mutex_t *lock = &locks[bucket % STRIPES];
#endif
    pthread_mutex_lock(lock);
    struct entry *entry = buckets[bucket];
    while (entry && entry->key != key)
        entry = entry->next;
    int value = entry ? entry->value : otherwise;
    pthread_mutex_unlock(lock);
    return value;
}

static void *fill(void *first) {
    for (int key = *(int *)first; key < 2 * N; key += 2)
        put(key, key * 10);
    return NULL;
}

static void *look(void *arg) {
    for (int key = 0; key < N; key++) {
        int value = get(key, -1);
        assert(value == -1 || value == key * 10);
    }
    return arg;
}

int main(void) {
    int even = 0, odd = 1;
    pthread_t threads[3];
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_create(&threads[0], NULL, fill, &even);
    pthread_create(&threads[1], NULL, fill, &odd);
    pthread_create(&threads[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int key = 0; key < 2 * N; key++)
        assert(get(key, -1) == key * 10);
    return 0;
}
