// The bank of figures 1 and 2 of the paper: one thread makes three deposits, the other two withdrawals, the amounts are
// in one array. Each transaction reads the balance under the lock and writes it under the lock, and gives the lock back
// in between. A withdrawal that is interrupted by a deposit writes the balance as if there had been no deposit (a), or
// the other way round (b).
//
// KIND: AV
// THREADS: 3
// TRACES: 5
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define MIN 0
#define MAX 1000
#define DEPOSITS 3
#define TRANSFERS 5
#define OPENING 40

static const int amount[TRANSFERS] = {10, 20, 30, 15, 5};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = OPENING;
static bool refused[TRANSFERS];

static void *deposits(void *arg)
{
    for (int i = 0; i < DEPOSITS; i++) {
        pthread_mutex_lock(&lock);
        int bal = balance;      // CAUSE b switch 3 from
        pthread_mutex_unlock(&lock);
        if (bal + amount[i] <= MAX)
            bal = bal + amount[i];
        else
            refused[i] = true;
        pthread_mutex_lock(&lock);
        balance = bal;          // CAUSE a switch 1 to, a switch 2 from, b switch 4 to
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *withdrawals(void *arg)
{
    for (int j = DEPOSITS; j < TRANSFERS; j++) {
        pthread_mutex_lock(&lock);
        int bal = balance;      // CAUSE a switch 1 from
        pthread_mutex_unlock(&lock);
        if (bal - amount[j] >= MIN)
            bal = bal - amount[j];
        else
            refused[j] = true;
        pthread_mutex_lock(&lock);
        balance = bal;          // CAUSE a switch 2 to, b switch 3 to, b switch 4 from
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static int expected_balance(void)
{
    int expected = OPENING;
    for (int i = 0; i < TRANSFERS; i++) {
        if (refused[i])
            continue;
        if (i < DEPOSITS)
            expected = expected + amount[i];
        else
            expected = expected - amount[i];
    }
    return expected;
}

int main(void)
{
    pthread_t depositor, withdrawer;
    pthread_create(&depositor, NULL, deposits, NULL);
    pthread_create(&withdrawer, NULL, withdrawals, NULL);
    pthread_join(depositor, NULL);
    pthread_join(withdrawer, NULL);
    assert(balance == expected_balance());
    return 0;
}
