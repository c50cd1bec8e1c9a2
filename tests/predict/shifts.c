// CONSTRUCT: a shared shift count: the mask that is read depends on the order
#include <assert.h>
#include <pthread.h>

static unsigned count = 1;
static unsigned mask;

static void *grow(void *arg) {
    (void)arg;
    count = count + 2;
    count = count << 2;
    return NULL;
}

static void *use(void *arg) {
    (void)arg;
    mask = 1u << (count & 31);
    assert((mask & (mask - 1)) == 0); // HOLDS
    assert(mask >> 4 == 256); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, grow, NULL);
    pthread_create(&t2, NULL, use, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert((int)(mask | 0x80000000u) >> 31 == -1); // HOLDS
    return 0;
}
