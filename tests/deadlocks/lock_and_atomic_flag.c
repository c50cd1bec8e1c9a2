// CONSTRUCT: a thread spins on a flag under the lock that is needed to set it
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *setter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    atomic_store(&ready, 1);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *spinner(void *arg) {
    (void)arg;
    while (!atomic_load(&ready))
        ;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, setter, NULL);
    pthread_create(&t2, NULL, spinner, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
