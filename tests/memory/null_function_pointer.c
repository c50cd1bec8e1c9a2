// CONSTRUCT: a callback is called if there is one, and read anew for that; not covered: which function is called
#include <pthread.h>
#include <stddef.h>

static int calls;

static void count(void) { calls++; }

static void (*callback)(void) = count;

static void *event(void *arg) {
    (void)arg;
    if (callback != NULL)
        callback(); // not covered: calls go to the function of the given run
    return NULL;
}

static void *unregister(void *arg) {
    (void)arg;
    callback = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, event, NULL);
    pthread_create(&t2, NULL, unregister, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
