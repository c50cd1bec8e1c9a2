// VERIFY proved
// CONSTRUCT: a pointer goes to another thread as a number, with a mark in its lowest bit
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t slot;
static int value;

static void *giver(void *arg) {
    pthread_mutex_lock(&lock);
    value = 7;
    slot = (uintptr_t)&value | 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *taker(void *arg) {
    pthread_mutex_lock(&lock);
    uintptr_t taken = slot;
    pthread_mutex_unlock(&lock);
    if (taken & 1)
        assert(*(int *)(taken & ~(uintptr_t)1) == 7);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, giver, NULL);
    pthread_create(&two, NULL, taker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
