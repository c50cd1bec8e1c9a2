// CONSTRUCT: an array that moves when it grows is addressed anew in each section of its lock
#include <pthread.h>
#include <stdlib.h>

static int *prices, count, capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *raise_first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int price = prices[0];
    pthread_mutex_unlock(&lock);
    price += 5;
    pthread_mutex_lock(&lock);
    prices[0] = price; // SAFE it is the array of now
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *append(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (count == capacity) {
        capacity = 8;
        prices = realloc(prices, 8 * sizeof *prices);
    }
    prices[count++] = 7;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    capacity = count = 2;
    prices = calloc(2, sizeof *prices);
    pthread_create(&t1, NULL, raise_first, NULL);
    pthread_create(&t2, NULL, append, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(prices);
    return 0;
}
