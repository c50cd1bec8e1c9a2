// CONSTRUCT: a store through a shared pointer that another thread redirects
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int a, b;
static int *target = &a;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *redirect(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    target = &b;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *store(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    *target = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, redirect, NULL);
    pthread_create(&t2, NULL, store, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a + b == 1 && target == &b);
    return 0;
}
