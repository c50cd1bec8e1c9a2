// VERIFY: proved
// CONSTRUCT: a recursive mutex is unlocked once more than it was locked, and says so
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int v;

static void *add(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    assert(v == 2);
    return 0;
}
