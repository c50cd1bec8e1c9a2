// CONSTRUCT: divisor and modulus are shared; the divisor is never zero
#include <assert.h>
#include <pthread.h>

static int divisor = 4, value = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    divisor = 7;
    value = 98;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *use(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int rest = value % divisor, quotient = value / divisor;
    pthread_mutex_unlock(&lock);
    assert(rest == 0); // HOLDS
    assert(quotient == 14); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, use, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
