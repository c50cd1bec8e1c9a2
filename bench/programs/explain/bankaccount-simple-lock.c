// The bank of the introduction of the paper, with one deposit and one withdrawal: the balance is read under the lock and
// written under the lock, but the lock is given back in between. A withdrawal that is interrupted by the deposit writes
// the balance as if there had been no deposit (a), or the other way round (b).
//
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define MIN 0
#define MAX 1000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *arg)
{
    int amount = *(int *)arg;
    pthread_mutex_lock(&lock);
    int bal = balance;     // CAUSE b switch 3 from
    pthread_mutex_unlock(&lock);
    if (bal + amount <= MAX)
        bal = bal + amount;
    pthread_mutex_lock(&lock);
    balance = bal;         // CAUSE a switch 1 to, a switch 2 from, b switch 4 to
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *withdraw(void *arg)
{
    int amount = *(int *)arg;
    pthread_mutex_lock(&lock);
    int bal = balance;     // CAUSE a switch 1 from
    pthread_mutex_unlock(&lock);
    if (bal - amount >= MIN)
        bal = bal - amount;
    pthread_mutex_lock(&lock);
    balance = bal;         // CAUSE a switch 2 to, b switch 3 to, b switch 4 from
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int in = 50, out = 30;
    pthread_t payer, buyer;
    pthread_create(&payer, NULL, deposit, &in);
    pthread_create(&buyer, NULL, withdraw, &out);
    pthread_join(payer, NULL);
    pthread_join(buyer, NULL);
    assert(balance == 100 + in - out);
    return 0;
}
