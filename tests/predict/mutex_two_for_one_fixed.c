// CONSTRUCT: each thread takes a mutex of its own and then the common one
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;

static void add(pthread_mutex_t *own) {
    pthread_mutex_lock(own);
    pthread_mutex_lock(&common);
    x = x + 1;
    pthread_mutex_unlock(&common);
    pthread_mutex_unlock(own);
}

static void *first(void *arg) {
    (void)arg;
    add(&left);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    add(&right);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
