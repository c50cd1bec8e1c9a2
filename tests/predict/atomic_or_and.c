// CONSTRUCT: bits set and cleared atomically in one word
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word = 0x0f;

static void *first(void *arg) {
    (void)arg;
    atomic_fetch_or(&word, 0xf0u);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    unsigned old = atomic_fetch_and(&word, 0x3cu);
    assert((old & 0x0fu) == 0x0fu); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    unsigned end = word;
    assert((end & 0x0fu) == 0x0cu); // HOLDS
    assert(end == 0x3cu); // FAILS
    return 0;
}
