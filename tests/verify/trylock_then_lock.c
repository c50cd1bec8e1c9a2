// VERIFY proved
// CONSTRUCT: who does not get it at once waits for it
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, left;

static void *work(void *arg) {
    if (pthread_mutex_trylock(&lock) != 0) {
        pthread_mutex_lock(&lock);
        left = left + 1;
    }
    done = done + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(done == 2 && left <= 1);
    return 0;
}
