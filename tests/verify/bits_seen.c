// VERIFY bug
// CONSTRUCT: a bit that another one sets is seen
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits;

static void *set(void *arg) {
    int mine = (int)(long)arg;
    atomic_fetch_or(&bits, mine);
    if (atomic_fetch_and(&bits, ~mine) == 3) atomic_fetch_or(&bits, 16);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set, (void *)1);
    pthread_create(&t2, NULL, set, (void *)2);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(bits == 0); // FAILS
    return 0;
}
