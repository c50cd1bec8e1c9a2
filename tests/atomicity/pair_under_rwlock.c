// CONSTRUCT: two variables, two blocks, a reader-writer lock over both
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static struct { int width, height; } size = {1, 1};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *resize(void *arg) {
    RADDLE_ATOMIC;
    pthread_rwlock_wrlock(&lock);
    size.width = 4; // ATOMIC
    size.height = 3;
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *draw(void *arg) {
    int width, height;
    RADDLE_ATOMIC_BEGIN();
    pthread_rwlock_rdlock(&lock);
    width = size.width;
    height = size.height;
    pthread_rwlock_unlock(&lock);
    RADDLE_ATOMIC_END();
    printf("%d x %d\n", width, height);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, resize, NULL);
    pthread_create(&b, NULL, draw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
