// VERIFY: proved
// CONSTRUCT: a mutex, a reader-writer lock and a condition with static initialisers
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int v;

static void *add(void *unused) {
    pthread_mutex_lock(&r);
    pthread_mutex_lock(&r);
    pthread_mutex_lock(&m);
    pthread_rwlock_wrlock(&rw);
    v++;
    pthread_rwlock_unlock(&rw);
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&r);
    pthread_mutex_unlock(&r);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(v == 2);
    return 0;
}
