// CONSTRUCT: two mutexes nested: each protects its own variable, the outer one both
#include <assert.h>
#include <pthread.h>

static int x, y;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    x = x + 1;
    pthread_mutex_lock(&inner);
    y = y + 1;
    pthread_mutex_unlock(&inner);
    assert(x == 1 || x == 2); // HOLDS
    pthread_mutex_unlock(&outer);
    return NULL;
}

static void *only_inner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&inner);
    y = y + 1;
    int seen = x;
    assert(y <= 3); // HOLDS
    assert(seen != 1); // FAILS
    pthread_mutex_unlock(&inner);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, both, NULL);
    pthread_create(&t2, NULL, both, NULL);
    pthread_create(&t3, NULL, only_inner, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x == 2 && y == 3); // HOLDS
    return 0;
}
