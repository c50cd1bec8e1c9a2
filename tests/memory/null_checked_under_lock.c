// CONSTRUCT: a handler is compared with NULL and read anew, in one section of the lock under which it is cleared
#include <pthread.h>
#include <stdlib.h>

struct handler {
    int calls;
};

static struct handler only, *handler = &only;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *event(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (handler != NULL)
        handler->calls++; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *unregister(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    handler = NULL;
    pthread_mutex_unlock(&lock);
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
