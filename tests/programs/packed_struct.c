// CONSTRUCT: a packed structure with unaligned members, shared
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct __attribute__((packed)) header {
    uint8_t kind;
    uint32_t length;
    uint16_t port;
    uint64_t stamp;
};

static struct header header;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    long by = (long)arg;
    pthread_mutex_lock(&lock);
    header.kind++;
    header.length += (uint32_t)by * 0x10000u;
    header.port = (uint16_t)(header.port + by);
    header.stamp += (uint64_t)by << 40;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sizeof header == 15);
    assert(header.kind == 2 && header.length == 0x30000u && header.port == 3);
    assert(header.stamp == 3ull << 40);
    const unsigned char *bytes = (const unsigned char *)&header;
    assert(bytes[0] == 2 && bytes[3] == 3 && bytes[5] == 3);
    return 0;
}
