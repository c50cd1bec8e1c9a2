// CONSTRUCT: a division whose divisor another thread sets, checked under the same lock
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int divisor;
static int quotient = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    divisor = 4;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *divide(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (divisor != 0)
        quotient = 100 / divisor;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set, NULL);
    pthread_create(&t2, NULL, divide, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(quotient == -1 || quotient == 25);
    return 0;
}
