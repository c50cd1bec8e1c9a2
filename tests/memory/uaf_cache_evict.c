// CONSTRUCT: a cache hands out its entries themselves, and evicts the oldest one when it is full
#include <pthread.h>
#include <stdlib.h>

#define SIZE 2

struct entry {
    int key, value;
};

static struct entry *cache[SIZE];
static int oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static struct entry *get(int key) {
    struct entry *found = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIZE; i++)
        if (cache[i]->key == key)
            found = cache[i];
    pthread_mutex_unlock(&lock);
    return found;
}

static void put(int key, int value) {
    pthread_mutex_lock(&lock);
    struct entry *fresh = malloc(sizeof *fresh);
    fresh->key = key;
    fresh->value = value;
    free(cache[oldest]);
    cache[oldest] = fresh;
    oldest = (oldest + 1) % SIZE;
    pthread_mutex_unlock(&lock);
}

static void *reader(void *arg) {
    (void)arg;
    struct entry *found = get(10);
    if (found != NULL)
        seen = found->value; // MEMORY! use-after-free
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    put(30, 3);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < SIZE; i++) {
        cache[i] = malloc(sizeof *cache[i]);
        cache[i]->key = 10 + 10 * i;
        cache[i]->value = i;
    }
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
