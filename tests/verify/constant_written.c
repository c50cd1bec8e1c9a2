// VERIFY bug
// CONSTRUCT: for a moment a pointer leads to a constant, and whoever writes there then is killed
#include <pthread.h>
#include <stdatomic.h>

static const int constant = 5;
static int variable;
static int *const table[2] = {&variable, (int *)&constant};
static atomic_int chosen;

static void *choose(void *arg) {
    chosen = 1;
    chosen = 0;
    return arg;
}

static void *change(void *arg) {
    *table[chosen] = 6; // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, choose, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
