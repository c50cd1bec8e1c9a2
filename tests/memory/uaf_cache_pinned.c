// CONSTRUCT: a cache hands out its entries themselves, pinned, and evicts only what nobody has pinned
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int pins, value;
};

static struct entry *entry;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen, evicted;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct entry *mine = entry;
    if (mine == NULL) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    mine->pins++;
    pthread_mutex_unlock(&lock);
    seen = mine->value; // SAFE pinned
    pthread_mutex_lock(&lock);
    mine->pins--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *evictor(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (entry->pins == 0) {
        free(entry);
        entry = NULL;
        evicted = 1;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    entry = calloc(1, sizeof *entry);
    entry->value = 5;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, evictor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
