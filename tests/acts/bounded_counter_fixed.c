// CHECK proved
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

static void bump(struct gauge *one) {
    one->value++;
    assert(one->value <= LIMIT);
}

static void *request(void *arg) {
    struct gauge *one = arg;
    pthread_mutex_lock(&one->lock);
    if (one->value < LIMIT)
        bump(one);
    else
        one->refused++;
    pthread_mutex_unlock(&one->lock);
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
