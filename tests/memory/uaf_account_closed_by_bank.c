// CONSTRUCT: accounts have locks of their own, which are taken under that of the bank; who closes one holds both
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account *savings;
static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER;
static int paid;

static void *pay(void *arg) {
    (void)arg;
    pthread_mutex_lock(&bank);
    struct account *from = savings;
    if (from == NULL) {
        pthread_mutex_unlock(&bank);
        return NULL;
    }
    pthread_mutex_lock(&from->lock); // SAFE
    pthread_mutex_unlock(&bank);
    from->balance -= 10; // SAFE
    paid += 10;
    pthread_mutex_unlock(&from->lock); // SAFE
    return NULL;
}

static void *close_account(void *arg) {
    (void)arg;
    pthread_mutex_lock(&bank);
    struct account *mine = savings;
    savings = NULL;
    pthread_mutex_lock(&mine->lock);
    pthread_mutex_unlock(&mine->lock);
    pthread_mutex_unlock(&bank);
    free(mine);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    savings = calloc(1, sizeof *savings);
    pthread_mutex_init(&savings->lock, NULL);
    savings->balance = 100;
    pthread_create(&t1, NULL, pay, NULL);
    pthread_create(&t2, NULL, close_account, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
