// CONSTRUCT: memset over some fields of a shared structure while others stay
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct record {
    int keep;
    int wipe[4];
    unsigned char fill[8];
    long tail;
};

static struct record record = {11, {1, 2, 3, 4}, {0}, 22};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *wipe(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    memset(record.wipe, 0, sizeof record.wipe);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *fill(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    memset(record.fill, 0xab, sizeof record.fill);
    memset(&record.tail, 0xff, sizeof record.tail);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, wipe, NULL);
    pthread_create(&t2, NULL, fill, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(record.keep == 11 && record.tail == -1);
    assert(record.wipe[0] + record.wipe[3] == 0);
    assert(record.fill[0] == 0xab && record.fill[7] == 0xab);
    return 0;
}
