#include <assert.h>
#include <pthread.h>
static int x = 0, y = 0;
static void *f1(void *arg) {
    x = 0;
    y = 0;
    return arg; }

static void *f2(void *arg) {
    x = 1;
    y = 1;
    return arg; }



int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, f1, 0);
    pthread_create(&t2, 0, f2, 0);

    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == y);
    return 0;
}
