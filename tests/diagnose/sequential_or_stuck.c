// DIAGNOSE sequential
// OTHERWISE: deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *first(void *arg) {
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&other);
    count++;
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&one);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&one);
    count++;
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&other);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 3);  // FAILS
    return 0;
}
