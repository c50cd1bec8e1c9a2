// CONSTRUCT: a step of an elimination divides by its pivot, while two rows are swapped and swapped back under the lock
#include <pthread.h>

static int pivot = 6, other = 0, factor;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void exchange(void) {
    int kept = pivot;
    pivot = other;
    other = kept;
}

static void *eliminate(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    factor = 12 / pivot; // SAFE it is 0 only inside of the other section
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *try_swap(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    exchange();
    exchange();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, eliminate, NULL);
    pthread_create(&t2, NULL, try_swap, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
