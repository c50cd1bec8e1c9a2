// VERIFY proved
// CONSTRUCT: what trylock does not get is left alone
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *arg) {
    if (pthread_mutex_trylock(&lock) == 0) {
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
