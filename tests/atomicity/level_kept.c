// CONSTRUCT: two looks at a level feed conditions, which do not change, and what was seen is remembered or printed
// ATOMIC: measure
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int level = 10;
static int lowest;

static int measure(void) {
    int first = atomic_load(&level); // TORN!
    if (first < 50)
        lowest = first;
    int second = atomic_load(&level); // TORN!
    return second < 50 ? second : 50;
}

static void *watch(void *arg) {
    int now = measure();
    printf("%d..%d\n", lowest, now);
    return arg;
}

static void *raise_level(void *arg) {
    atomic_store(&level, 20); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, watch, NULL);
    pthread_create(&b, NULL, raise_level, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
