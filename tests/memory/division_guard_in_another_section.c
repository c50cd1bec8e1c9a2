// CONSTRUCT: the weight is compared with 0 under the lock, and divided by under it again
#include <pthread.h>

static int total = 60, weight = 5, mean;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int has_weight(void) {
    pthread_mutex_lock(&lock);
    int has = weight != 0;
    pthread_mutex_unlock(&lock);
    return has;
}

static void *balance(void *arg) {
    (void)arg;
    if (!has_weight())
        return NULL;
    pthread_mutex_lock(&lock);
    mean = total / weight; // MEMORY! division
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *unload(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    weight -= 5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, balance, NULL);
    pthread_create(&t2, NULL, unload, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
