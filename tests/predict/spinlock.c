// CONSTRUCT: increments under a POSIX spin lock
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_spinlock_t lock;

static void *increment(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    x = x + 1;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
