// DIAGNOSE concurrency
// CONSTRUCT: only the lock decides: trying fails while another holds it
// CAUSE: take -> try, try -> give
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int missed;

static void *one(void *arg) {
    pthread_mutex_lock(&lock); // AT take
    pthread_mutex_unlock(&lock); // AT give
    return arg;
}

static void *other(void *arg) {
    if (pthread_mutex_trylock(&lock) == 0) // AT try
        pthread_mutex_unlock(&lock);
    else
        missed = 1;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(!missed); // FAILS
    return 0;
}
