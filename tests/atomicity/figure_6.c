// CONSTRUCT: figure 6: behind the violation the block's thread goes another way than in the given run
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x = 7;

static void *one(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    atomic_store(&x, 0); // TORN!
    int a = atomic_load(&x) + 1; // TORN!
    RADDLE_ATOMIC_END();
    if (a == 1)
        atomic_store(&x, 2);
    return arg;
}

static void *two(void *arg) {
    atomic_store(&x, 3); // TORN!
    int b = atomic_load(&x);
    printf("%d\n", b);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
