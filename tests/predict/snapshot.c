// CONSTRUCT: a reader takes each value under the lock, but not both in one section
#include <assert.h>
#include <pthread.h>

static int price = 10, tax = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *update(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    price = 20;
    tax = 4;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *report(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int seen_price = price;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int seen_tax = tax;
    pthread_mutex_unlock(&lock);
    assert(seen_price <= seen_tax * 5); // HOLDS
    assert(seen_price == seen_tax * 5); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, update, NULL);
    pthread_create(&t2, NULL, report, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
