// CONSTRUCT: a handler is compared with NULL and then used, and read anew for that
#include <pthread.h>
#include <stdlib.h>

struct handler {
    int calls;
};

static struct handler only, *handler = &only;

static void *event(void *arg) {
    (void)arg;
    if (handler != NULL)
        handler->calls++; // MEMORY! null
    return NULL;
}

static void *unregister(void *arg) {
    (void)arg;
    handler = NULL;
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
