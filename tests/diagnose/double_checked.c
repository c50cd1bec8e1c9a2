// DIAGNOSE passes
// CONSTRUCT: double-checked, the flag is set last
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, value;

static void *work(void *arg) {
    if (!made) {
        pthread_mutex_lock(&lock);
        if (!made) {
            value = 9;
            made = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(value == 9);
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
