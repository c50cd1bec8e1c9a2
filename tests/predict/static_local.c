// CONSTRUCT: a counter hidden in a static local variable
#include <assert.h>
#include <pthread.h>

static int mine[2];

static int next(void) {
    static int count;
    count = count + 1;
    return count;
}

static void *first(void *arg) {
    (void)arg;
    mine[0] = next();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    mine[1] = next();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(mine[0] + mine[1] >= 2); // HOLDS
    assert(mine[0] != mine[1]); // FAILS
    return 0;
}
