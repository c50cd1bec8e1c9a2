// CONSTRUCT: a failure hidden by the order in which a lock was taken: the flag is set in the first section
#include <assert.h>
#include <pthread.h>

static int ready, data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    data = 1;
    pthread_mutex_lock(&lock);
    ready = ready + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = ready + 1;
    pthread_mutex_unlock(&lock);
    assert(data == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(ready == 2); // HOLDS
    return 0;
}
