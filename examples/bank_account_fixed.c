/* Two deposits into one account, as they should be: reading the balance and writing it back are one critical section, so no
 * deposit is lost, whatever the order. The twin of bank_account.c. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void add_to_balance(int amount)
{
    pthread_mutex_lock(&lock);
    balance = balance + amount;
    pthread_mutex_unlock(&lock);
}

static void *deposit(void *amount)
{
    add_to_balance(*(int *)amount);
    return NULL;
}

int main(void)
{
    int fifty = 50;
    pthread_t first, second;
    pthread_create(&first, NULL, deposit, &fifty);
    pthread_create(&second, NULL, deposit, &fifty);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("balance: %d\n", balance);
    assert(balance == 200);
    return 0;
}
