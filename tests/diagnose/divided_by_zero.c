// DIAGNOSE concurrency
// CONSTRUCT: a divisor that is zero for a while
// CAUSE: clear -> divide, divide -> set
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static volatile int divisor = 1;
static int quotient;

static void *one(void *arg) {
    divisor = 0; // AT clear
    divisor = 2; // AT set
    return arg;
}

static void *other(void *arg) {
    quotient = 10 / divisor; // AT divide // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
