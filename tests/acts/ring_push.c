// CONSTRUCT: a ring: whether it is full is asked by the caller, and not again when pushing
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { CAPACITY = 2 };

struct ring {
    pthread_mutex_t lock;
    int items[CAPACITY];
    int first;
    int count;
};

static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER, .items = {7}, .count = 1};

static bool full(struct ring *one) {
    pthread_mutex_lock(&one->lock);
    bool now = one->count == CAPACITY;
    pthread_mutex_unlock(&one->lock);
    return now;
}

static void push(struct ring *one, int item) {
    pthread_mutex_lock(&one->lock);
    one->items[(one->first + one->count) % CAPACITY] = item;
    one->count++;
    pthread_mutex_unlock(&one->lock);
}

static void *produce(void *arg) {
    if (!full(&ring))
        push(&ring, *(int *)arg);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    int eight = 8, nine = 9;
    pthread_create(&one, NULL, produce, &eight);
    pthread_create(&two, NULL, produce, &nine);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(ring.items[ring.first] == 7); // FAILS assertion
    return 0;
}
