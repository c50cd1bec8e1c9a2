// VERIFY proved
// CONSTRUCT: a seat is looked for and sold in one section
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1, sold;

static void *sell(void *arg) {
    pthread_mutex_lock(&lock);
    if (seats > 0) {
        seats = seats - 1;
        sold = sold + 1;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, sell, NULL);
    pthread_create(&t2, NULL, sell, NULL);
    pthread_create(&t3, NULL, sell, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(sold == 1 && seats == 0);
    return 0;
}
