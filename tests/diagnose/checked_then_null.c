// DIAGNOSE concurrency
// CONSTRUCT: a pointer that is checked, then taken away, then followed
// CAUSE: look -> clear, clear -> follow
// REPAIR: any
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

static int value = 5, sum;
static int *volatile at = &value;

static void *one(void *arg) {
    if (at != NULL) // AT look
        sum += *at; // AT follow // FAILS
    return arg;
}

static void *other(void *arg) {
    at = NULL; // AT clear
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
