// CONSTRUCT: a word of eight bytes is read at an index that is right for one byte, but not for eight
#include <pthread.h>
#include <stdatomic.h>

static union {
    unsigned char bytes[16];
    unsigned long words[2];
} packet;
static atomic_int at = 1;
static unsigned long word;

static void *decode(void *arg) {
    (void)arg;
    word = packet.words[atomic_load(&at)]; // MEMORY! out-of-bounds
    return NULL;
}

static void *advance(void *arg) {
    (void)arg;
    atomic_store(&at, 2);
    atomic_store(&at, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, decode, NULL);
    pthread_create(&t2, NULL, advance, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
