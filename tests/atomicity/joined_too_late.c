// CONSTRUCT: main's block is between the creation of a thread and its join
// ATOMIC: double_it
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int number = 1;

static void *set(void *arg) {
    atomic_store(&number, 10); // TORN!
    return arg;
}

static void double_it(void) {
    int seen = atomic_load(&number); // TORN!
    atomic_store(&number, 2 * seen); // TORN!
}

int main(void) {
    pthread_t child;
    pthread_create(&child, NULL, set, NULL);
    double_it();
    pthread_join(child, NULL);
    printf("%d\n", number);
    return 0;
}
