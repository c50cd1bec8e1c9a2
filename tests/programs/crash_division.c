// CONSTRUCT: an integer division by zero in a thread, under every schedule
// EXIT: signal FPE
#include <pthread.h>

static volatile int divisor = 1;
static volatile int result;

static void *lower(void *arg) {
    (void)arg;
    divisor--;
    return NULL;
}

static void *divide(void *arg) {
    (void)arg;
    result = 10 / divisor;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, lower, NULL);
    pthread_join(t1, NULL);
    pthread_create(&t2, NULL, divide, NULL);
    pthread_join(t2, NULL);
    return 0;
}
