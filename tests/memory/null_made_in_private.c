// CONSTRUCT: a journal is shown to others when all of it is there
#include <pthread.h>
#include <stdlib.h>

struct journal {
    int *entries, count;
};

static struct journal *journal;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *opener(void *arg) {
    (void)arg;
    struct journal *fresh = calloc(1, sizeof *fresh);
    fresh->entries = calloc(4, sizeof *fresh->entries);
    pthread_mutex_lock(&lock);
    journal = fresh;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (journal != NULL)
        journal->entries[journal->count++] = 1; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, opener, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
