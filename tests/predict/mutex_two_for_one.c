// CONSTRUCT: each thread takes a mutex, but not the same one
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&left);
    x = x + 1;
    pthread_mutex_unlock(&left);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&right);
    x = x + 1;
    pthread_mutex_unlock(&right);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // FAILS
    return 0;
}
