// CONSTRUCT: pthread_spin_lock
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *arg) {
    (void)arg;
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
