// CONSTRUCT: a recursive mutex taken again by its owner, in a recursive function
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth, count;

static void descend(int n) {
    pthread_mutex_lock(&lock);
    depth++;
    count++;
    if (n > 1)
        descend(n - 1);
    depth--;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
    int n = *(int *)arg;
    pthread_mutex_lock(&lock);
    assert(depth == 0);
    descend(n);
    assert(depth == 0 && pthread_mutex_trylock(&lock) == 0);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attr;
    int two = 2, three = 3;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
    pthread_create(&t1, NULL, work, &two);
    pthread_create(&t2, NULL, work, &three);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 5);
    return 0;
}
