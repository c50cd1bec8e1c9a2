// CONSTRUCT: mutex and data in a heap object that the threads get as their argument
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    int value;
};

static void *increment(void *arg) {
    struct counter *counter = arg;
    pthread_mutex_lock(&counter->lock);
    counter->value++;
    pthread_mutex_unlock(&counter->lock);
    return NULL;
}

int main(void) {
    struct counter *counter = malloc(sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    counter->value = 0;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, counter);
    pthread_create(&t2, NULL, increment, counter);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter->value == 2); // HOLDS
    free(counter);
    return 0;
}
