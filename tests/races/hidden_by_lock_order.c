// CONSTRUCT: written before a lock, read after it: ordered only as long as the writer comes first
#include <pthread.h>
#include <stdio.h>

static int config, started, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *loader(void *arg) {
    (void)arg;
    config = 42; // RACE!
    pthread_mutex_lock(&lock);
    started++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    started++;
    pthread_mutex_unlock(&lock);
    seen = config; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, loader, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d\n", seen);
    return 0;
}
