// VERIFY proved
// CONSTRUCT: a local variable that is not set on the way that is taken is not looked at there either, but by printf
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *worker(void *arg) {
    int found;
    if (arg)
        found = *(int *)arg;
    if (arg && found)
        shared = 1;
    printf("%d\n", found);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(shared == 0);
    return 0;
}
