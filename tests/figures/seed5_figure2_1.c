#include <assert.h>
#include <pthread.h>
static pthread_t t1; static int x = 1; static void *f(void *arg) {
    x = 0;
    return arg; }

int main(void) {
    pthread_create(&t1, 0, f, 0);
    if (x != 0)
        assert(x != 0);
    return 0;
}
