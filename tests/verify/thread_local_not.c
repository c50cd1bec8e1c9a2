// VERIFY bug
// CONSTRUCT: each counts in a variable of all
#include <assert.h>
#include <pthread.h>

static int own;
static int total;

static void *count(void *arg) {
    for (int i = 0; i < 3; i++) own = own + 1;
    __sync_fetch_and_add(&total, own);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, count, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 6); // FAILS
    return 0;
}
