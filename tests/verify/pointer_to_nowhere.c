// VERIFY bug
// CONSTRUCT: for a moment a pointer leads to where nothing is
#include <pthread.h>
#include <stdatomic.h>

static int variable;
static int *_Atomic where = &variable;

static void *lead_astray(void *arg) {
    where = (int *)0x123456780;
    where = &variable;
    return arg;
}

static void *change(void *arg) {
    int *there = where;
    *there = 6; // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, lead_astray, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
