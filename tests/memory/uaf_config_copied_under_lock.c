// CONSTRUCT: a reader copies the configuration under its read lock, and a reload frees the old one
#include <pthread.h>
#include <stdlib.h>

struct config {
    int limit, verbose;
};

static struct config *current;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int allowed;

static void *request(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    struct config mine = *current; // SAFE the reload waits for this section, or is over
    pthread_rwlock_unlock(&lock);
    allowed = mine.limit + mine.verbose;
    return NULL;
}

static void *reload(void *arg) {
    (void)arg;
    struct config *fresh = malloc(sizeof *fresh);
    fresh->limit = 20;
    fresh->verbose = 1;
    pthread_rwlock_wrlock(&lock);
    struct config *old = current;
    current = fresh;
    pthread_rwlock_unlock(&lock);
    free(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    current = malloc(sizeof *current);
    current->limit = 10;
    current->verbose = 0;
    pthread_create(&t1, NULL, request, NULL);
    pthread_create(&t2, NULL, reload, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(current);
    return 0;
}
