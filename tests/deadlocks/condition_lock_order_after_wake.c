// CONSTRUCT: who was woken holds the inner lock and takes the outer one
#include <pthread.h>

static int ready;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&inner);
    while (!ready)
        pthread_cond_wait(&changed, &inner);
    pthread_mutex_lock(&outer); // DEADLOCK!
    ready = 0;
    pthread_mutex_unlock(&outer);
    pthread_mutex_unlock(&inner);
    return NULL;
}

static void *signaller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&inner);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&inner);
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner); // DEADLOCK!
    ready += 2;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, signaller, NULL);
    pthread_create(&t3, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
