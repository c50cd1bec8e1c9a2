// CONSTRUCT: the outer lock is tried, the inner one is waited for: a circle where the try succeeded
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&a) == 0) {
        pthread_mutex_lock(&b); // DEADLOCK!
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&b) == 0) {
        pthread_mutex_lock(&a); // DEADLOCK!
        pthread_mutex_unlock(&a);
        pthread_mutex_unlock(&b);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
