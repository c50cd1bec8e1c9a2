// CONSTRUCT: the failure needs an 8-bit counter to wrap round
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint8_t count = 255;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *up(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    count = count + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *down(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    count = count - 3;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *watcher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    uint8_t seen = count;
    assert(seen >= 252); // FAILS
    assert(seen != 251); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, down, NULL);
    pthread_create(&t2, NULL, up, NULL);
    pthread_create(&t3, NULL, watcher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(count == 253); // HOLDS
    return 0;
}
