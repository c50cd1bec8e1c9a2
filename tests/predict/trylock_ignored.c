// CONSTRUCT: the result of trylock does not matter: the update happens with or without the mutex
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int got = 0;
    if (pthread_mutex_trylock(&lock) == 0)
        got = 1;
    x = x + 1;
    if (got)
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS: fails only off the path, where the mutex is busy
    return 0;
}
