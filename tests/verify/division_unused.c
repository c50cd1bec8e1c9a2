// VERIFY proved
// CONSTRUCT: divisions by what may be zero whose results nobody needs: they are not done
#include <assert.h>
#include <pthread.h>

static int divisor = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *zero(void *arg) {
    pthread_mutex_lock(&m);
    divisor = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, zero, NULL);
    pthread_mutex_lock(&m);
    (void)(10 / divisor);
    (void)((10 % divisor + 3) / divisor > 4);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    (void)(10 / divisor);
    assert(divisor == 0);
    return 0;
}
