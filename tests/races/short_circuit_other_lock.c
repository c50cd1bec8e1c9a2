// CONSTRUCT: the second operand of || is ordered behind one writer, and not behind the other
#include <assert.h>
#include <pthread.h>

static int data, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    data = 42; // NORACE
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&other);
    ready = 1;
    pthread_mutex_unlock(&other);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&other);
    int is_there = ready;
    pthread_mutex_unlock(&other);
    assert(is_there == 0 || data == 42); // RACE!
    return NULL;
}

static void *changer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    data = 42; // RACE!
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_create(&t3, NULL, changer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
