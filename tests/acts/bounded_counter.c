// CONSTRUCT: a bounded counter: the bound is looked at before the lock is taken again
#include <assert.h>
#include <pthread.h>

enum { LIMIT = 1 };

struct gauge {
    pthread_mutex_t lock;
    int value;
    int refused;
};

static struct gauge in_flight = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static int value_of(struct gauge *one) {
    pthread_mutex_lock(&one->lock);
    int value = one->value;
    pthread_mutex_unlock(&one->lock);
    return value;
}

static void bump(struct gauge *one) {
    pthread_mutex_lock(&one->lock);
    one->value++;
    assert(one->value <= LIMIT); // FAILS assertion
    pthread_mutex_unlock(&one->lock);
}

static void *request(void *arg) {
    struct gauge *one = arg;
    if (value_of(one) < LIMIT) {
        bump(one);
    } else {
        pthread_mutex_lock(&one->lock);
        one->refused++;
        pthread_mutex_unlock(&one->lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int at = 0; at < 2; at++)
        pthread_create(&threads[at], NULL, request, &in_flight);
    for (int at = 0; at < 2; at++)
        pthread_join(threads[at], NULL);
    return in_flight.value + in_flight.refused == 2 ? 0 : 1;
}
