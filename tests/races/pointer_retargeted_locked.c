// CONSTRUCT: what a shared pointer leads to is only touched under the lock
#include <pthread.h>

static int first, second, *current = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *switcher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    current = &second;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    *current = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *owner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    second = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, owner, NULL);
    pthread_create(&t3, NULL, switcher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
