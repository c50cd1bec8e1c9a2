// CONSTRUCT: an error-checking mutex: relocking by the owner gives EDEADLK
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int count, refused;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        assert(pthread_mutex_lock(&lock) == 0);
        if (pthread_mutex_lock(&lock) == EDEADLK)
            refused++;
        assert(pthread_mutex_trylock(&lock) == EBUSY);
        count++;
        assert(pthread_mutex_unlock(&lock) == 0);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 4 && refused == 4);
    return 0;
}
