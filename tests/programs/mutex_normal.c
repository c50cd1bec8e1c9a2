// CONSTRUCT: a normal mutex: static and dynamic initialisation, destruction
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t dynamic;
static int a, b;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++) {
        int rc = pthread_mutex_lock(&fixed);
        assert(rc == 0);
        a++;
        pthread_mutex_lock(&dynamic);
        b += a > 0;
        pthread_mutex_unlock(&dynamic);
        rc = pthread_mutex_unlock(&fixed);
        assert(rc == 0);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&dynamic, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a == 6 && b == 6);
    assert(pthread_mutex_destroy(&dynamic) == 0);
    assert(pthread_mutex_destroy(&fixed) == 0);
    return 0;
}
