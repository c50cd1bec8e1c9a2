// CONSTRUCT: two updates that do not commute: doubling and adding
#include <assert.h>
#include <pthread.h>

static int x = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *twice(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x * 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *add(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x + 5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, add, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x > 10); // HOLDS
    assert(x == 11); // FAILS
    return 0;
}
