// VERIFY proved
// CONSTRUCT: whether a lock can be destroyed depends on who holds it, and the program asks
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    inside = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int refused = inside ? pthread_mutex_destroy(&m) : 1;
    assert(refused >= 0);
    pthread_join(t, NULL);
    return 0;
}
