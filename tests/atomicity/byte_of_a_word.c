// CONSTRUCT: accesses of different sizes: one byte of what the block reads twice is written
// ATOMIC: checksum
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static union {
    uint32_t word;
    uint8_t byte[4];
} cell;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t look(void) {
    pthread_mutex_lock(&lock);
    uint32_t seen = cell.word; // TORN!
    pthread_mutex_unlock(&lock);
    return seen;
}

static uint32_t checksum(void) {
    uint32_t sum = look();
    return sum ^ look();
}

static void *reader(void *arg) {
    printf("%u\n", checksum());
    return arg;
}

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    cell.byte[2] = 8; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
