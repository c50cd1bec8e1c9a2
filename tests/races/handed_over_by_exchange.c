// CONSTRUCT: blocks go from thread to thread by an atomic exchange: whoever gets one owns it, be it to use or to free
#include <pthread.h>
#include <stdlib.h>

static int *parked;

static void *giver(void *arg) {
    int *mine = malloc(sizeof *mine), *none = NULL;
    *mine = 1; // NORACE
    while (!__atomic_compare_exchange_n(&parked, &none, mine, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        none = NULL;
    return arg;
}

static void *freer(void *arg) {
    int *found = __atomic_exchange_n(&parked, NULL, __ATOMIC_ACQ_REL);
    if (found)
        free(found); // NORACE
    return arg;
}

static void *user(void *arg) {
    int *found = __atomic_exchange_n(&parked, NULL, __ATOMIC_ACQ_REL);
    if (found)
        *found = 5; // NORACE
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], NULL, giver, NULL);
    pthread_create(&t[1], NULL, freer, NULL);
    pthread_create(&t[2], NULL, giver, NULL);
    pthread_create(&t[3], NULL, user, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
