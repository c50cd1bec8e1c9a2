// CONSTRUCT: a pointer into an array is moved on by whoever reads, and is to be set back before
#include <pthread.h>
#include <stdlib.h>

static int *tape, *next, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rewinder(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    next = tape;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *player(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        sum += *next++; // MEMORY! out-of-bounds
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    tape = calloc(4, sizeof *tape);
    next = tape + 3;
    pthread_create(&t1, NULL, rewinder, NULL);
    pthread_create(&t2, NULL, player, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
