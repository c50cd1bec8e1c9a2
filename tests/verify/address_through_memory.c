// VERIFY unknown address
// CONSTRUCT: the bytes of a pointer are read as a number, with no cast between
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static union {
    void *pointer;
    uintptr_t number;
} both;
static int even, odd;

static void *worker(void *arg) {
    if (both.number >> 6 & 1)
        odd++;
    else
        even++;
    return arg;
}

int main(void) {
    pthread_t thread;
    both.pointer = malloc(100);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(odd + even == 1);
    free(both.pointer);
    return 0;
}
