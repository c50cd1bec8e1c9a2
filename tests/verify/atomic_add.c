// VERIFY proved
// CONSTRUCT: two threads add to an atomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *arg) {
    for (int i = 0; i < 2; i++) x += 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add, NULL);
    pthread_create(&t2, NULL, add, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 4);
    return 0;
}
