// CONSTRUCT: what a thread returns is got by join
#include <assert.h>
#include <pthread.h>

static int next = 1;

static void *take(void *arg) {
    (void)arg;
    int mine = next;
    next = mine + 1;
    return (void *)(long)mine;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, take, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    assert((long)r1 + (long)r2 >= 2); // HOLDS
    assert(r1 != r2); // FAILS
    return 0;
}
