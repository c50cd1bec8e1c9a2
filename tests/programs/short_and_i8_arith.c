// CONSTRUCT: 8- and 16-bit arithmetic with promotions and truncations
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int8_t small = 100;
static int16_t medium = 32000;
static uint16_t umedium = 65535;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    small = (int8_t)(small + 20);
    medium = (int16_t)(medium + 500);
    umedium = (uint16_t)(umedium * 3);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(small == 140 - 256);
    assert(medium == 33000 - 65536);
    assert(umedium == 65527);
    assert((uint8_t)small == 140 && small * 2 == -232);
    return 0;
}
