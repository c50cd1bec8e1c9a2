// VERIFY bug
// CONSTRUCT: two sums that feed each other: 8 is reached
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *one(void *arg) {
    for (int k = 0; k < 2; k++) i = i + j;
    return arg;
}

static void *two(void *arg) {
    for (int k = 0; k < 2; k++) j = j + i;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(i < 8 && j < 8); // FAILS
    return 0;
}
