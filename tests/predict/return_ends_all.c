// CONSTRUCT: main returns: nothing that comes after it can fail
#include <assert.h>
#include <pthread.h>

static int late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    assert(late == 0); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t2, NULL);
    pthread_mutex_lock(&lock);
    late = 1;
    return 0;
}
