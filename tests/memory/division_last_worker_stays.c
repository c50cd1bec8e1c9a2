// CONSTRUCT: work is divided among the workers that there are; two of the three may leave
#include <pthread.h>

static int workers = 3, share[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *splitter(void *arg) {
    int *mine = arg;
    pthread_mutex_lock(&lock);
    *mine = 100 / workers; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (workers > 1)
        workers--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, splitter, &share[0]);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_create(&t3, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
