// CONSTRUCT: compare-and-exchange loops, weak and strong, including a failing one
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int maximum = 5;
static _Atomic long product = 1;

static void *work(void *arg) {
    int mine = (int)(long)arg;
    int seen = atomic_load(&maximum);
    while (seen < mine && !atomic_compare_exchange_weak(&maximum, &seen, mine))
        ;
    long old = atomic_load(&product);
    while (!atomic_compare_exchange_strong(&product, &old, old * mine))
        ;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, work, (void *)7L);
    pthread_create(&t2, NULL, work, (void *)11L);
    pthread_create(&t3, NULL, work, (void *)3L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(maximum == 11 && product == 231);
    int expected = 10;
    bool done = atomic_compare_exchange_strong(&maximum, &expected, 0);
    assert(!done && expected == 11 && maximum == 11);
    return 0;
}
