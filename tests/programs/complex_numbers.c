// CONSTRUCT: _Complex values shared between threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static double _Complex total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    double x = *(double *)arg;
    double _Complex z;
    __real__ z = x;
    __imag__ z = -2 * x;
    pthread_mutex_lock(&lock);
    total += z;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    double a = 1.5, b = 0.25;
    pthread_create(&t1, NULL, add, &a);
    pthread_create(&t2, NULL, add, &b);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(__real__ total == 1.75 && __imag__ total == -3.5);
    return 0;
}
