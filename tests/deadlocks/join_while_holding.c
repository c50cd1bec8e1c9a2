// CONSTRUCT: main joins a thread while it holds the lock that the thread needs
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // DEADLOCK!
    result = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // NODEADLOCK
    result = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(second, NULL); // NODEADLOCK
    pthread_mutex_lock(&lock);
    result++;
    pthread_join(first, NULL); // DEADLOCK!
    pthread_mutex_unlock(&lock);
    return 0;
}
