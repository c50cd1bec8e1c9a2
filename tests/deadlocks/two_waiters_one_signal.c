// CONSTRUCT: two wait and one is signalled: already the given run gets stuck
#include <pthread.h>

static int open;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!open)
        pthread_cond_wait(&changed, &lock); // DEADLOCK!
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *opener(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    open = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_create(&t3, NULL, opener, NULL);
    pthread_join(t3, NULL);
    pthread_join(t1, NULL); // NODEADLOCK on this path: the first one was woken
    pthread_join(t2, NULL); // DEADLOCK!
    return 0;
}
