// DIAGNOSE concurrency
// CONSTRUCT: a field of a shared structure, updated by two functions
// CAUSE: deposit -> withdraw, withdraw -> deposit
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

struct account {
    int number;
    int balance;
};

static struct account account = {7, 100};

static void *deposit(void *arg) {
    struct account *mine = &account;
    mine->balance += 10; // AT deposit
    return arg;
}

static void *withdraw(void *arg) {
    struct account *mine = &account;
    mine->balance -= 5; // AT withdraw
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, deposit, NULL);
    pthread_create(&second, NULL, withdraw, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(account.balance == 105); // FAILS
    return 0;
}
