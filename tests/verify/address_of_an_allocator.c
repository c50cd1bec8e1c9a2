// VERIFY proved
// CONSTRUCT: an allocator of the program's own aligns what it gives away, and checks that
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *next, *end;

static void *take(size_t size) {
    pthread_mutex_lock(&lock);
    char *found = (char *)(((uintptr_t)next + 7) & ~(uintptr_t)7);
    next = found + size;
    assert(next <= end);
    pthread_mutex_unlock(&lock);
    assert(((uintptr_t)found & 7) == 0);
    return found;
}

static void *worker(void *arg) {
    int *one = take(12), *two = take(8);
    *one = 1;
    *two = 2;
    assert(*one + *two == 3);
    return arg;
}

int main(void) {
    pthread_t first, second;
    char *memory = malloc(100);
    next = memory;
    end = memory + 100;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(memory);
    return 0;
}
