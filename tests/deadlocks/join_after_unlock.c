// CONSTRUCT: main gives the lock back before it joins
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    result = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(second, NULL);
    pthread_mutex_lock(&lock);
    result++;
    pthread_mutex_unlock(&lock);
    pthread_join(first, NULL);
    return 0;
}
