// CONSTRUCT: an account: the balance is enough when it is asked for, and not when it is taken
#include <pthread.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account joint = {PTHREAD_MUTEX_INITIALIZER, 100};

static int balance(struct account *from) {
    pthread_mutex_lock(&from->lock);
    int now = from->balance;
    pthread_mutex_unlock(&from->lock);
    return now;
}

static void take(struct account *from, int amount) {
    pthread_mutex_lock(&from->lock);
    from->balance -= amount;
    pthread_mutex_unlock(&from->lock);
}

static void *withdraw(void *amount) {
    int wanted = *(int *)amount;
    if (balance(&joint) >= wanted)
        take(&joint, wanted);
    return NULL;
}

int main(void) {
    pthread_t hers, his;
    int much = 80, some = 50;
    pthread_create(&hers, NULL, withdraw, &much);
    pthread_create(&his, NULL, withdraw, &some);
    pthread_join(hers, NULL);
    pthread_join(his, NULL);
    if (balance(&joint) < 0) { // FAILS exit
        printf("overdrawn: %d\n", balance(&joint));
        return 1;
    }
    return 0;
}
