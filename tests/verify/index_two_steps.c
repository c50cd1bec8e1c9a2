// VERIFY bug
// CONSTRUCT: the shared number is read and raised in two steps
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static int table[4];

static void *fill(void *arg) {
    int mine = next;
    next = mine + 1;
    assert(table[mine] == 0); // FAILS
    table[mine] = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, fill, NULL);
    pthread_create(&t2, NULL, fill, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(table[0] + table[1] <= 2);
    return 0;
}
