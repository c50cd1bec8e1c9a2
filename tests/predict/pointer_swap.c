// CONSTRUCT: two pointers are swapped without a lock: the reader may see the same object twice
#include <assert.h>
#include <pthread.h>

static int a = 1, b = 2;
static int *left = &a, *right = &b;

static void *swap(void *arg) {
    (void)arg;
    int *old = left;
    left = right;
    right = old;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int sum = *left + *right;
    assert(sum >= 2); // HOLDS
    assert(sum == 3); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, swap, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(*left == 2 && *right == 1); // HOLDS
    return 0;
}
