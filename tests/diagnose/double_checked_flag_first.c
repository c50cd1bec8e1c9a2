// DIAGNOSE concurrency
// CONSTRUCT: double-checked, but the flag is set before the value
// CAUSE: use -> fill
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, value;

static void *work(void *arg) {
    if (!made) { // AT look
        pthread_mutex_lock(&lock);
        if (!made) { // AT again
            made = 1; // AT note
            value = 9; // AT fill
        }
        pthread_mutex_unlock(&lock);
    }
    assert(value == 9); // AT use // FAILS
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
