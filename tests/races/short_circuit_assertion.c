// CONSTRUCT: an assertion whose second operand is read only behind a flag that was read under the lock
#include <assert.h>
#include <pthread.h>

static int data, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *arg) {
    (void)arg;
    data = 42;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int is_there = ready;
    pthread_mutex_unlock(&lock);
    assert(!is_there || data == 42);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
