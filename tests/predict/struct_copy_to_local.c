// CONSTRUCT: a copy to local variables is one load for each field, and may be torn
#include <assert.h>
#include <pthread.h>

struct point {
    int x, y;
};

static struct point point;

static void *writer(void *arg) {
    (void)arg;
    point.x = 1;
    point.y = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    struct point copy = point;
    int difference = copy.y - copy.x;
    assert(difference * difference <= 1); // HOLDS
    assert(difference <= 0); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
