// CONSTRUCT: W-W-R and W-W-W with equal values: all who write the cell write the same into it
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

enum { off, on };
static atomic_int light = off;

static void *first(void *arg) {
    RADDLE_ATOMIC;
    atomic_store(&light, on); // ATOMIC
    int seen = atomic_load(&light);
    atomic_store(&light, on);
    printf("%d\n", seen);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&light, on);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
