// CONSTRUCT: neighbouring bit-fields under one mutex, and a field in a unit of its own
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned low : 4;
    unsigned high : 4;
    unsigned : 0;
    unsigned apart : 4;
} bits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    bits.low = 3;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    bits.high = 5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    bits.apart = 9;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(bits.low == 3); // HOLDS
    assert(bits.high == 5); // HOLDS
    assert(bits.apart == 9); // HOLDS
    return 0;
}
