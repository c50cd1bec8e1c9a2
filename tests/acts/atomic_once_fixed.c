// CHECK proved
// CONSTRUCT: initialised once, by an atomic flag that is loaded and stored instead of exchanged
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool initialised;
static atomic_int initialisations;
static atomic_int table[4];

static void fill(void) {
    for (int at = 0; at < 4; at++)
        atomic_store(&table[at], at * at);
    atomic_fetch_add(&initialisations, 1);
}

static void *use(void *arg) {
    if (!atomic_exchange(&initialised, true))
        fill();
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, use, NULL);
    pthread_create(&two, NULL, use, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(atomic_load(&initialisations) == 1);
    return 0;
}
