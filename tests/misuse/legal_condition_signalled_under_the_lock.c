// VERIFY: proved
// CONSTRUCT: the waiter destroys the condition; its signal comes under the mutex
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *signaller(void *unused) {
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, signaller, NULL);
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(&c);
    pthread_join(a, NULL);
    return 0;
}
