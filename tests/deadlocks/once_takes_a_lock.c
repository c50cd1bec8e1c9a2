// CONSTRUCT: the routine of pthread_once needs a lock that another caller holds
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table, users;

static void fill(void) {
    pthread_mutex_lock(&lock); // DEADLOCK!
    table = 1;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    (void)arg;
    pthread_once(&once, fill);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_once(&once, fill); // DEADLOCK!
    users += table;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    return 0;
}
