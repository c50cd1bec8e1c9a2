// DIAGNOSE sequential
// CONSTRUCT: a thread follows a null pointer in any case
// REPAIR: none
#include <assert.h>
#include <pthread.h>

static int *volatile nothing;

static void *work(void *arg) {
    *nothing = 1; // FAILS
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    pthread_join(first, NULL);
    return 0;
}
