// VERIFY proved
// CONSTRUCT: code behind two branches that exclude each other
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int error;

static void check(int found) {
    if (found == 2) {
        error = error + 1;
        if (error == 2) assert(0);
    }
}

static void *driver(void *arg) {
    stage = 1;
    stage = 2;
    stage = 3;
    return arg;
}

static void *looker(void *arg) {
    check(stage);
    check(stage == 2 ? 0 : stage);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, driver, NULL);
    pthread_create(&t2, NULL, looker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
