// CONSTRUCT: only one of two threads takes the mutex
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *careful(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int before = x;
    x = before + 1;
    assert(x == before + 1); // FAILS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *careless(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, careful, NULL);
    pthread_create(&t2, NULL, careless, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // FAILS
    return 0;
}
