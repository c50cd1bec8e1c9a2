/* Table 1 of the second paper: THREADS tellers, in pairs, each moves money from one account of its pair to the other.
   A transfer is meant to be atomic; each step of it holds the bank's lock and, inside, the account's.
   FIX 0 (bank-av): nothing keeps two transfers apart. FIX 1 (bank-sav): the second teller of a pair waits until the
   first has withdrawn. FIX 2 (bank-nav): it waits until the first has finished. */
#include <pthread.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef FIX
#define FIX 0
#endif

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct pair {
    pthread_mutex_t lock;
    pthread_cond_t progress;
    int withdrawn;
    int finished;
};

static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
static struct account accounts[THREADS];
static struct pair pairs[THREADS / 2];
static int served;
static int receipts;

static int read_balance(int number) {
    pthread_mutex_lock(&bank);
    pthread_mutex_lock(&accounts[number].lock);
    int balance = accounts[number].balance;
    pthread_mutex_unlock(&accounts[number].lock);
    pthread_mutex_unlock(&bank);
    return balance;
}

static void write_balance(int number, int balance) {
    pthread_mutex_lock(&bank);
    pthread_mutex_lock(&accounts[number].lock);
    accounts[number].balance = balance;
    pthread_mutex_unlock(&accounts[number].lock);
    pthread_mutex_unlock(&bank);
}

static void announce(struct pair *pair, int *what) {
    pthread_mutex_lock(&pair->lock);
    *what = 1;
    pthread_cond_signal(&pair->progress);
    pthread_mutex_unlock(&pair->lock);
}

static void await(struct pair *pair, int *what) {
    pthread_mutex_lock(&pair->lock);
    while (!*what)
        pthread_cond_wait(&pair->progress, &pair->lock);
    pthread_mutex_unlock(&pair->lock);
}

/* Out: what the other account has then. */
static int transfer(int teller, int from, int to, int amount) {
    write_balance(from, read_balance(from) - amount);
    if (FIX == 1 && teller % 2 == 0)
        announce(&pairs[teller / 2], &pairs[teller / 2].withdrawn);
    write_balance(to, read_balance(to) + amount);
    return read_balance(to);
}

static void *tell(void *argument) {
    int teller = (int)(long)argument;
    struct pair *pair = &pairs[teller / 2];
    if (FIX == 1 && teller % 2 == 1)
        await(pair, &pair->withdrawn);
    if (FIX == 2 && teller % 2 == 1)
        await(pair, &pair->finished);
    int left = transfer(teller, teller, teller ^ 1, 10 + teller);
    if (FIX == 2 && teller % 2 == 0)
        announce(pair, &pair->finished);
    pthread_mutex_lock(&bank);
    served++;
    receipts += left;
    pthread_mutex_unlock(&bank);
    return NULL;
}

int main(void) {
    pthread_t tellers[THREADS];
    for (int number = 0; number < THREADS; number++) {
        pthread_mutex_init(&accounts[number].lock, NULL);
        accounts[number].balance = 0;
        accounts[number].balance += 100;
    }
    for (int number = 0; number < THREADS / 2; number++) {
        pthread_mutex_init(&pairs[number].lock, NULL);
        pthread_cond_init(&pairs[number].progress, NULL);
    }
    for (long number = 0; number < THREADS; number++)
        pthread_create(&tellers[number], NULL, tell, (void *)number);
    for (int number = 0; number < THREADS; number++)
        pthread_join(tellers[number], NULL);
    int total = 0;
    for (int number = 0; number < THREADS; number++)
        total += accounts[number].balance;
    printf("%d served, %d in all, %d on receipts\n", served, total, receipts);
    return 0;
}
