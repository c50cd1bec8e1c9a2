// VERIFY proved
// CONSTRUCT: the environment is changed before there is another thread, and after: no order of threads changes that
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *get(void *arg) {
    assert(getenv("RADDLE_OUTSIDE") != NULL);
    return arg;
}

int main(void) {
    pthread_t a, b;
    setenv("RADDLE_OUTSIDE", "1", 1);
    pthread_create(&a, NULL, get, NULL);
    pthread_create(&b, NULL, get, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    unsetenv("RADDLE_OUTSIDE");
    return 0;
}
