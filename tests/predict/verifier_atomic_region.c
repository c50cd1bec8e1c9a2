// CONSTRUCT: SV-COMP atomic regions: nobody interrupts them, nobody needs a lock
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;

static void *increment(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    x = x + 1;
    y = y + 1;
    __VERIFIER_atomic_end();
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen_y = y;
    int seen_x = x;
    assert(seen_x >= seen_y); // HOLDS
    assert(seen_x == seen_y); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_create(&t3, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
