// DIAGNOSE concurrency
// CONSTRUCT: a function's address that is checked, then taken away, then called
// CAUSE: look -> clear, clear -> call
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static int called;

static void handle(void) {
    called = 1;
}

static void (*handler)(void) = handle;

static void *one(void *arg) {
    if (handler != NULL) // AT look
        handler(); // AT call // FAILS
    return arg;
}

static void *other(void *arg) {
    handler = NULL; // AT clear
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
