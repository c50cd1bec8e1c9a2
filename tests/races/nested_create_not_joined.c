// CONSTRUCT: a thread creates another and leaves joining it to main, which reads too early
#include <pthread.h>

static int result, seen;
static pthread_t inner;

static void *grandchild(void *arg) {
    (void)arg;
    result = 7; // RACE!
    return NULL;
}

static void *child(void *arg) {
    (void)arg;
    pthread_create(&inner, NULL, grandchild, NULL);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, child, NULL);
    pthread_join(thread, NULL);
    seen = result; // RACE!
    pthread_join(inner, NULL);
    return 0;
}
