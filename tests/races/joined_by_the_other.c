// CONSTRUCT: a thread joins its sibling and reads its result
#include <pthread.h>

static pthread_t sibling;
static int result, seen;

static void *first(void *arg) {
    (void)arg;
    result = 3;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_join(sibling, NULL);
    seen = result;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&sibling, NULL, first, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
    return seen == result ? 0 : 1;
}
