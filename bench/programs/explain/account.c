/* From the concurrent software benchmarks: one thread pays into an account, one draws from it, a third checks the
   balance when both are done. Each of the two reads the balance under the lock and writes it back under the lock, but
   lets go of it between: whoever wrote in between is overwritten. */
// KIND: AV
// THREADS: 4
// TRACES: 3
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-300
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opening, paid_in, drawn;
static int balance;
static bool deposit_done, withdrawal_done;

static void *deposit(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    int seen = balance;  // CAUSE a switch 1 from
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + paid_in;  // CAUSE a switch 2 back, b switch 1 to, b switch 2 from
    deposit_done = true;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *withdraw(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    int seen = balance;  // CAUSE b switch 1 from
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen - drawn;  // CAUSE b switch 2 back, a switch 1 to, a switch 2 from
    withdrawal_done = true;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *check_result(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    if (deposit_done && withdrawal_done)
        assert(balance == opening + paid_in - drawn);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t depositor, withdrawer, checker;
    opening = 10;
    paid_in = 2;
    drawn = 4;
    balance = opening;
    pthread_create(&depositor, NULL, deposit, NULL);
    pthread_create(&withdrawer, NULL, withdraw, NULL);
    pthread_create(&checker, NULL, check_result, NULL);
    pthread_join(depositor, NULL);
    pthread_join(withdrawer, NULL);
    pthread_join(checker, NULL);
    return 0;
}
