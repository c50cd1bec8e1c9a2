// CONSTRUCT: a pointer to an element outlives the lock, and the array grows so little that the library may leave it where it is
#include <pthread.h>
#include <stdlib.h>

static int *prices;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *raise_first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *first = &prices[0];
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    *first += 5; // MEMORY! use-after-free
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1;
    prices = calloc(1, sizeof *prices);
    pthread_create(&t1, NULL, raise_first, NULL);
    pthread_mutex_lock(&lock);
    prices = realloc(prices, 2 * sizeof *prices);
    prices[1] = 7;
    pthread_mutex_unlock(&lock);
    pthread_join(t1, NULL);
    free(prices);
    return 0;
}
