// VERIFY proved
// CONSTRUCT: a struct copied under a lock
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct point {
    int x, y;
};

static struct point point;

static void *mover(void *arg) {
    struct point next = {1, 1};
    pthread_mutex_lock(&lock);
    memcpy(&point, &next, sizeof point);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    pthread_mutex_lock(&lock);
    struct point copy = point;
    pthread_mutex_unlock(&lock);
    assert(copy.x == copy.y);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, mover, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
