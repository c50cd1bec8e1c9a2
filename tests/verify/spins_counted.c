// VERIFY proved
// CONSTRUCT: a waiting loop that counts its rounds, up to a bound
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int spins;

static void *waiter(void *arg) {
    while (!flag && spins < 3) spins = spins + 1;
    assert(spins <= 3);
    return arg;
}

static void *setter(void *arg) {
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
