// CONSTRUCT: volatile is no synchronisation
#include <pthread.h>

static int data, seen;
static volatile int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 42; // RACE!
    ready = 1; // RACE!
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    while (!ready) // RACE!
        ;
    seen = data; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
