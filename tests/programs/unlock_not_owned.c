// CONSTRUCT: unlocking an error-checking mutex that another thread holds gives EPERM
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int answer, answer_free;

static void *intruder(void *arg) {
    (void)arg;
    answer = pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, intruder, NULL);
    pthread_join(t, NULL);
    assert(answer == EPERM);
    assert(pthread_mutex_destroy(&lock) == EBUSY);
    assert(pthread_mutex_unlock(&lock) == 0);
    answer_free = pthread_mutex_unlock(&lock);
    assert(answer_free == EPERM);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
