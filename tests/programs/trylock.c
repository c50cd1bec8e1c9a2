// CONSTRUCT: pthread_mutex_trylock: the work is done by whoever gets it, the rest is counted
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static atomic_int skipped;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int rc = pthread_mutex_trylock(&lock);
        if (rc == 0) {
            done++;
            pthread_mutex_unlock(&lock);
        } else {
            assert(rc == EBUSY);
            skipped++;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(done + skipped == 4 && done >= 2);
    pthread_mutex_lock(&lock);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return 0;
}
