/* Two deposits into one account. Every access to the balance holds the lock, so there is no data race; but reading the
 * balance and writing it back are two critical sections, and a deposit between them is lost. Plain runs pass. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int get_balance(void)
{
    pthread_mutex_lock(&lock);
    int value = balance;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set_balance(int value)
{
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
}

static void *deposit(void *amount)
{
    int before = get_balance();
    set_balance(before + *(int *)amount);
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
