// VERIFY bug
// CONSTRUCT: a local variable that another thread may set to less
// The lender does not return before the borrower is done with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wanted;
static _Atomic(int *) given;

static void *lender(void *arg) {
    int own = 1;
    if (wanted) given = &own;
    int before = own;
    int after = own;
    assert(before <= after); // FAILS
    while (wanted == 1) continue;
    return arg;
}

static void *borrower(void *arg) {
    wanted = 1;
    int *found = given;
    if (found) *found = 0;
    wanted = 2;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, lender, NULL);
    pthread_create(&t2, NULL, borrower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
