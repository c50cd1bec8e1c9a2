// VERIFY proved
// VERIFY races: bug
// CONSTRUCT: a lock that is held for ever tells another thread that the data are there: a try that fails orders nothing
#include <pthread.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int data, seen;

static void *writer(void *arg) {
    data = 42;
    pthread_mutex_lock(&held);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    if (pthread_mutex_trylock(&held)) seen = data;
    else pthread_mutex_unlock(&held);
    pthread_join(thread, NULL);
    return 0;
}
