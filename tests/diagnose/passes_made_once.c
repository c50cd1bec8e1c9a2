// DIAGNOSE passes
// CONSTRUCT: made once
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void make(void) {
    times++;
}

static void *work(void *arg) {
    pthread_once(&once, make);
    assert(times == 1);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
