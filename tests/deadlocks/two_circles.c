// CONSTRUCT: two circles, each of two locks
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // DEADLOCK!
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&d); // DEADLOCK!
    pthread_mutex_unlock(&d);
    pthread_mutex_unlock(&c);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // DEADLOCK!
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&d);
    pthread_mutex_lock(&c); // DEADLOCK!
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&d);
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
