// CONSTRUCT: a balance in floating point: two deposits of powers of two, which commute exactly
#include <assert.h>
#include <pthread.h>

static float balance = 0.5f;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance = balance + 0.25f;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance = balance + 4.0f;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance == 4.75f); // HOLDS
    return 0;
}
