// CONSTRUCT: a counter in a static local variable with a static local mutex
#include <assert.h>
#include <pthread.h>

static int mine[2];

static int next(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int count;
    pthread_mutex_lock(&lock);
    int value = count = count + 1;
    pthread_mutex_unlock(&lock);
    return value;
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
    assert(mine[0] != mine[1]); // HOLDS
    assert(mine[0] + mine[1] == 3); // HOLDS
    assert(mine[0] == 1); // FAILS
    return 0;
}
