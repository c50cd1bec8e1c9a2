// CONSTRUCT: one union written as an integer and read as bytes, halves and a float
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union view {
    uint32_t word;
    uint16_t half[2];
    uint8_t byte[4];
    float real;
};

static union view shared;
static unsigned sum;
static float seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    shared.word = 0x3f800000u;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sum = shared.half[0] + shared.half[1];
    for (int i = 0; i < 4; i++)
        sum += shared.byte[i];
    seen = shared.real;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert((sum == 0 && seen == 0.0f) ||
           (sum == 0x3f80u + 0x3fu + 0x80u && seen == 1.0f));
    shared.byte[3] = 0x40;
    shared.half[1] = (uint16_t)(shared.half[1] & 0xff00u);
    assert(shared.real == 2.0f);
    return 0;
}
