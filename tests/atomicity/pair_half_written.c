// CONSTRUCT: two variables of one block: a reader, a block as well, sees one of them new and the other old
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static struct { int width, height; } size = {1, 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *resize(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    size.width = 4; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    size.height = 3; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *draw(void *arg) {
    int width, height;
    RADDLE_ATOMIC_BEGIN();
    pthread_mutex_lock(&lock);
    width = size.width; // TORN!
    height = size.height; // TORN!
    pthread_mutex_unlock(&lock);
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
