// CONSTRUCT: an index is compared and read anew in one section of the lock under which it moves
#include <pthread.h>

#define SIZE 4

static int cells[SIZE], at = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (at < SIZE)
        cells[at] = 1; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *stepper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    at++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, stepper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
