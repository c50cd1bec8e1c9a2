// CONSTRUCT: a filter looks left and right of the middle of an array: its index is negative, and in the array
#include <pthread.h>
#include <stdatomic.h>

static int window[5] = {1, 2, 3, 4, 5}, *middle = &window[2];
static atomic_int offset = -2;
static int seen;

static void *filter(void *arg) {
    (void)arg;
    seen = middle[atomic_load(&offset)]; // SAFE from -2 to 2
    return NULL;
}

static void *shift(void *arg) {
    (void)arg;
    atomic_store(&offset, 2);
    atomic_store(&offset, -1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, filter, NULL);
    pthread_create(&t2, NULL, shift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
