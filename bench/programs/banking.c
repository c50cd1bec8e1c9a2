/* The bank of the first paper's table 1: THREADS threads move money between THREADS accounts, each account with its own
 * lock; at the end every account must hold what the transfers add up to, and the bank as much as before.
 *
 *   -DTHREADS=2 -DROUNDS=12            banking-2       holds
 *   -DTHREADS=2 -DROUNDS=12 -DBUG      banking-2a      fails: withdrawing and depositing read the balance in one critical
 *                                                      section and write it in another, so an update can be lost
 *   -DTHREADS=5 -DROUNDS=9  [-DBUG]    banking-5, -5a
 *   -DTHREADS=10 -DROUNDS=8 [-DBUG]    banking-10, -10a
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 12
#endif
#define OPENING 1000

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct teller {
    int number;
    int from, to, amount;
};

static struct account accounts[THREADS];

/* Every teller moves money between neighbours further and further from its own account. */
static void choose(struct teller *teller, int round)
{
    teller->from = (teller->number + round) % THREADS;
    teller->to = (teller->from + 1 + round % (THREADS - 1)) % THREADS;
    teller->amount = 1 + (3 * teller->number + 5 * round) % 17;
}

#ifdef BUG
static void change(struct account *account, int amount)
{
    pthread_mutex_lock(&account->lock);
    int balance = account->balance;
    pthread_mutex_unlock(&account->lock);
    pthread_mutex_lock(&account->lock);
    account->balance = balance + amount;
    pthread_mutex_unlock(&account->lock);
}

static void transfer(struct account *from, struct account *to, int amount)
{
    change(from, -amount);
    change(to, amount);
}
#else
static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from < to ? from : to;
    struct account *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}
#endif

static void *work(void *arg)
{
    struct teller teller = {.number = (int)(intptr_t)arg};
    for (int round = 0; round < ROUNDS; round++) {
        choose(&teller, round);
        transfer(&accounts[teller.from], &accounts[teller.to], teller.amount);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int expected[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
        accounts[i].balance = OPENING;
        expected[i] = OPENING;
    }
    for (int i = 0; i < THREADS; i++) {
        struct teller teller = {.number = i};
        for (int round = 0; round < ROUNDS; round++) {
            choose(&teller, round);
            expected[teller.from] -= teller.amount;
            expected[teller.to] += teller.amount;
        }
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int total = 0;
    for (int i = 0; i < THREADS; i++)
        total += accounts[i].balance;
    assert(total == THREADS * OPENING); /* with BUG: fails */
    for (int i = 0; i < THREADS; i++)
        assert(accounts[i].balance == expected[i]); /* with BUG: fails */
    return 0;
}
