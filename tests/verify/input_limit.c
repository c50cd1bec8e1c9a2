// VERIFY proved
// CONSTRUCT: a limit that is an input
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int limit, used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
    pthread_mutex_lock(&lock);
    if (used < limit) used = used + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    limit = __VERIFIER_nondet_int() > 0 ? 1 : 2;
    pthread_create(&t1, NULL, use, NULL);
    pthread_create(&t2, NULL, use, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(used == limit);
    return 0;
}
