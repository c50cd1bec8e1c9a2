// VERIFY proved
// CONSTRUCT: a float that grows on one path, a byte that does not overflow
#include <assert.h>
#include <pthread.h>

static double balance = 1.5;
static signed char small = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grow(void *arg) {
    pthread_mutex_lock(&lock);
    if (balance < 3.0) balance = balance * 2;
    small = (signed char)(small + 20);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, grow, NULL);
    pthread_create(&t2, NULL, grow, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance == 3.0);
    assert(small != 120 || balance > 0);
    return 0;
}
