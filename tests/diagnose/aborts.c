// DIAGNOSE concurrency
// CONSTRUCT: a program that calls abort itself
// CAUSE: raise -> look
// REPAIR: order
#include <pthread.h>
#include <stdlib.h>

static int alarm_raised;

static void *one(void *arg) {
    alarm_raised = 1; // AT raise
    return arg;
}

static void *other(void *arg) {
    if (alarm_raised) // AT look // FAILS
        abort();
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
