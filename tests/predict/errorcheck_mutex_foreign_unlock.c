// CONSTRUCT: the unlock of a mutex that is not ours is refused: what follows is not protected
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    if (pthread_mutex_unlock(&lock) == EPERM)
        x = x + 1;
    return NULL;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &kind);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // FAILS
    return 0;
}
