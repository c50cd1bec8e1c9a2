// CONSTRUCT: memmove with overlap in both directions inside a shared buffer
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[12] = "abcdefgh";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *right(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    memmove(buffer + 2, buffer, 8);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *left(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    memmove(buffer, buffer + 1, 7);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, right, NULL);
    pthread_create(&t2, NULL, left, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    /* right, left: ababcdefgh, babcdeffgh; left, right: bcdefghh, bcbcdefghh */
    int right_first = memcmp(buffer, "babcdeffgh", 10) == 0;
    int left_first = memcmp(buffer, "bcbcdefghh", 10) == 0;
    assert(right_first || left_first);
    return 0;
}
