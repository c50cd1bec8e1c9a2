// CONSTRUCT: a hash table with a lock for each bucket
#include <pthread.h>

enum { buckets = 4 };
static struct {
    pthread_mutex_t lock;
    int keys[4], used;
} table[buckets];

static void insert(int key) {
    int at = key % buckets;
    pthread_mutex_lock(&table[at].lock);
    table[at].keys[table[at].used++] = key;
    pthread_mutex_unlock(&table[at].lock);
}

static void *first(void *arg) {
    (void)arg;
    for (int key = 0; key < 6; key++)
        insert(key);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    for (int key = 10; key < 16; key++)
        insert(key);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < buckets; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
