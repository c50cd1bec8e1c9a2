// CONSTRUCT: written between the unlock and the signal: who is woken has not learned of it, and can never stand beside it
#include <pthread.h>

static int data, waiting, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t here = PTHREAD_COND_INITIALIZER, changed = PTHREAD_COND_INITIALIZER;

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    while (!waiting)
        pthread_cond_wait(&here, &lock);
    pthread_mutex_unlock(&lock);
    data = 3; // RACE!
    pthread_cond_signal(&changed);
    return arg;
}

static void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    waiting = 1;
    pthread_cond_signal(&here);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    seen = data; // RACE!
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
