// CONSTRUCT: the average is computed under the lock under which the statistics are reset
#include <pthread.h>

static int sum = 12, count = 3, average;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reporter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (count > 0)
        average = sum / count; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sum = 0;
    count = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reporter, NULL);
    pthread_create(&t2, NULL, reset, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
