// CONSTRUCT: two flushers take over the batch when it is full, look at it under the lock, and clear it only later
#include <pthread.h>
#include <stdlib.h>

static void *batch;
static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *flusher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    void *mine = batch;
    pthread_mutex_unlock(&lock);
    free(mine); // MEMORY! double-free
    pthread_mutex_lock(&lock);
    batch = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *filler(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    batch = malloc(32);
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, filler, NULL);
    pthread_create(&t2, NULL, flusher, NULL);
    pthread_create(&t3, NULL, flusher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
