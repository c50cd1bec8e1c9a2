// CONSTRUCT: a struct is copied as a whole, but written field by field
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct point {
    int x, y;
};

static struct point point, copy;

static void *writer(void *arg) {
    (void)arg;
    point.x = 1;
    point.y = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    memcpy(&copy, &point, sizeof copy);
    assert(copy.x >= copy.y); // HOLDS
    assert(copy.x == copy.y); // FAILS
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
