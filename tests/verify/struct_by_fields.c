// VERIFY bug
// CONSTRUCT: a struct written field by field, copied without a lock
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
    point.x = next.x;
    point.y = next.y;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    int x = point.x;
    struct point copy = {x, point.y};
    assert(copy.x == copy.y); // FAILS
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
