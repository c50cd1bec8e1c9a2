// VERIFY proved
// CONSTRUCT: a read-write lock of a mutex and a condition
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing, value;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    while (readers > 0 || writing) pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    value = value + 1;
    assert(value == 1);
    value = value - 1;
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    pthread_mutex_lock(&lock);
    while (writing) pthread_cond_wait(&changed, &lock);
    readers = readers + 1;
    pthread_mutex_unlock(&lock);
    assert(value == 0);
    pthread_mutex_lock(&lock);
    readers = readers - 1;
    if (readers == 0) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
