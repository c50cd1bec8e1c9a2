// CONSTRUCT: locks in opposite order: the assertion fails in a run that could not end
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&left);
    x = 1;
    pthread_mutex_lock(&right);
    x = 0;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&right);
    assert(x == 0); // FAILS
    pthread_mutex_lock(&left);
    assert(x == 0); // HOLDS
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
