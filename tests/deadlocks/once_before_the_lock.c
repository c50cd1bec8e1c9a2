// CONSTRUCT: all call pthread_once before they take the lock
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table, users;

static void fill(void) {
    pthread_mutex_lock(&lock);
    table = 1;
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg) {
    (void)arg;
    pthread_once(&once, fill);
    pthread_mutex_lock(&lock);
    users += table;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
