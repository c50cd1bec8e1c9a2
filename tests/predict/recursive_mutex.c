// CONSTRUCT: the inner unlock of a recursive mutex does not give it back
#include <assert.h>
#include <pthread.h>

static int x, y;
static pthread_mutex_t lock;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_mutex_unlock(&lock);
    y = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int seen_x = x, seen_y = y;
    assert(seen_x == seen_y); // HOLDS
    assert(seen_x == 1); // FAILS
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
