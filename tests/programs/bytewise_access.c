// CONSTRUCT: an integer written whole by one thread and byte by byte by another
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t word;
static uint32_t snapshot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *whole(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    word = 0x11223344u;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *bytes(void *arg) {
    (void)arg;
    unsigned char *p = (unsigned char *)&word;
    pthread_mutex_lock(&lock);
    p[1] = 0xaa;
    p[3] = (unsigned char)(p[0] + 1);
    snapshot = word;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, whole, NULL);
    pthread_create(&t2, NULL, bytes, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    /* little endian */
    assert((snapshot == 0x4522aa44u && word == snapshot) ||
           (snapshot == 0x0100aa00u && word == 0x11223344u));
    return 0;
}
