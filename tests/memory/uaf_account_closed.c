// CONSTRUCT: accounts have locks of their own; one is closed and freed while a transfer waits for its lock
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account *savings;
static int paid;

static void *pay(void *arg) {
    struct account *from = arg;
    pthread_mutex_lock(&from->lock); // MEMORY! use-after-free
    from->balance -= 10;             // MEMORY! use-after-free
    paid += 10;
    pthread_mutex_unlock(&from->lock); // MEMORY! use-after-free
    return NULL;
}

static void *close_account(void *arg) {
    struct account *mine = arg;
    pthread_mutex_lock(&mine->lock);
    mine->balance = 0;
    pthread_mutex_unlock(&mine->lock);
    free(mine);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    savings = calloc(1, sizeof *savings);
    pthread_mutex_init(&savings->lock, NULL);
    savings->balance = 100;
    pthread_create(&t1, NULL, pay, savings);
    pthread_create(&t2, NULL, close_account, savings);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
