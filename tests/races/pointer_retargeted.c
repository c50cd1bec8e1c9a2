// CONSTRUCT: where a pointer leads is read under the lock, what it leads to is written outside
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
    int *mine = current;
    pthread_mutex_unlock(&lock);
    *mine = 1; // RACE!
    return NULL;
}

static void *owner(void *arg) {
    (void)arg;
    second = 2; // RACE!
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
