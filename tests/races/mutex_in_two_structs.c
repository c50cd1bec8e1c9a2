// CONSTRUCT: each object has its lock, and the sum of both is made with one of them
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account mine = {PTHREAD_MUTEX_INITIALIZER, 10}, yours = {PTHREAD_MUTEX_INITIALIZER, 20};
static int sum;

static void *payer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&mine.lock);
    mine.balance -= 5; // NORACE
    pthread_mutex_unlock(&mine.lock);
    pthread_mutex_lock(&yours.lock);
    yours.balance += 5; // RACE!
    pthread_mutex_unlock(&yours.lock);
    return NULL;
}

static void *auditor(void *arg) {
    (void)arg;
    pthread_mutex_lock(&mine.lock);
    sum = mine.balance; // NORACE
    sum += yours.balance; // RACE!
    pthread_mutex_unlock(&mine.lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, payer, NULL);
    pthread_create(&t2, NULL, auditor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
