// VERIFY proved
// CONSTRUCT: SV-COMP's assume_abort_if_not, which the first values do not satisfy: its abort is no failure, other values are tried
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { assert(0); }

void assume_abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

static unsigned left, right;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *arg) {
    pthread_mutex_lock(&lock);
    left -= 1;
    right += 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    unsigned given = __VERIFIER_nondet_uint();
    assume_abort_if_not(given > 1);
    left = given;
    pthread_t one, other;
    pthread_create(&one, 0, move, 0);
    pthread_create(&other, 0, move, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    unsigned asked = __VERIFIER_nondet_uint();
    assume_abort_if_not(asked <= given);
    if (left + right != given || asked > left + right)
        reach_error();
    return 0;
}
