// VERIFY proved
// CONSTRUCT: a switch on a value that another thread writes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int seen;

static void *walker(void *arg) {
    state = 1;
    state = 3;
    return arg;
}

static void *watcher(void *arg) {
    switch (state) {
    case 0:
        seen = 10;
        break;
    case 1:
        seen = 11;
        break;
    case 3:
        seen = 13;
        break;
    default:
        assert(0);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, walker, NULL);
    pthread_create(&t2, NULL, watcher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == state + 10 || state > seen - 10);
    return 0;
}
