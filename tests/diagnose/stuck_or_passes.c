// DIAGNOSE passes
// CONSTRUCT: a deadlock is no failure here
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x == 2);
    return 0;
}
