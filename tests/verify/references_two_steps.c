// VERIFY bug
// CONSTRUCT: references counted in two steps
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct object {
    atomic_int references;
    int alive;
};

static struct object object = {2, 1};
static int buried;

static void *drop(void *arg) {
    object.references = object.references - 1;
    if (object.references == 0) {
        object.alive = 0;
        buried = buried + 1;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drop, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(buried == 1); // FAILS
    return 0;
}
