// CONSTRUCT: a compare-and-swap behind a load: the swap fails where the owner changed meanwhile
// ATOMIC: claim
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int owner;

static int claim(int me) {
    int seen = atomic_load(&owner); // TORN!
    return atomic_compare_exchange_strong(&owner, &seen, me); // TORN!
}

static void *first(void *arg) {
    printf("%d\n", claim(1));
    return arg;
}

static void *second(void *arg) {
    printf("%d\n", claim(2));
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
