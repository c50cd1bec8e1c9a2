// CONSTRUCT: each thread locks its own copy of the mutex
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct counter {
    pthread_mutex_t lock;
    int *value;
};

static void *increment(void *arg) {
    struct counter counter;
    memcpy(&counter, arg, sizeof counter);
    pthread_mutex_lock(&counter.lock);
    (*counter.value)++;
    pthread_mutex_unlock(&counter.lock);
    return NULL;
}

int main(void) {
    int value = 0;
    struct counter counter = {PTHREAD_MUTEX_INITIALIZER, &value};
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, &counter);
    pthread_create(&t2, NULL, increment, &counter);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(value == 2); // FAILS
    return 0;
}
