// CONSTRUCT: a barrier for two: the third thread comes in no round
#include <assert.h>
#include <pthread.h>

static int a, b, c;
static pthread_barrier_t barrier;

static void *first(void *arg) {
    (void)arg;
    a = 1;
    pthread_barrier_wait(&barrier);
    assert(b == 1); // HOLDS
    assert(c == 0); // FAILS
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    b = 1;
    pthread_barrier_wait(&barrier);
    assert(a == 1); // HOLDS
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    c = 1;
    return NULL;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
