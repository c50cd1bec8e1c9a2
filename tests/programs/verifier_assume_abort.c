// CONSTRUCT: assume_abort_if_not with nondeterministic input: its abort is not a failure
// EXIT: 0
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void assume_abort_if_not(int condition) {
    if (!condition)
        abort();
}

void __VERIFIER_assert(int condition) {
    if (!condition) {
        reach_error();
        abort();
    }
}

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    int n = *(int *)arg;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n; i++)
        total++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n < 10);
    pthread_create(&t1, NULL, work, &n);
    pthread_create(&t2, NULL, work, &n);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    __VERIFIER_assert(total == 2 * n);
    return 0;
}
