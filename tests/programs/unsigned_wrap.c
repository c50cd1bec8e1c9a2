// CONSTRUCT: unsigned wrap-around of several widths on shared counters
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint8_t u8 = 254;
static uint16_t u16 = 65534;
static uint32_t u32 = UINT32_MAX - 1;
static uint64_t u64 = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        u8++;
        u16++;
        u32++;
        u64--;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(u8 == 2 && u16 == 2 && u32 == 2);
    assert(u64 == UINT64_MAX - 2);
    assert(u32 - 3u > 4000000000u && (uint8_t)(u8 - 3) == 255);
    assert(u32 * 0x80000001u == 2u);
    return 0;
}
