// VERIFY proved
// VERIFY deadlocks: bug
// CONSTRUCT: a signal that comes before the wait is lost: nothing fails, and the waiter stands for ever
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
