// VERIFY unknown made.middle of main.1
// CONSTRUCT: a structure that is too large for registers is given by value, with a field that nobody has set
#include <assert.h>
#include <pthread.h>

struct large {
    long first, middle, last[3];
};

static int seen;

static int decides(struct large all) { return all.middle > 7; }

static void *worker(void *arg) {
    struct large made;
    made.first = 1;
    made.last[2] = 1;
    if (decides(made))
        seen = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(!seen);
    return 0;
}
