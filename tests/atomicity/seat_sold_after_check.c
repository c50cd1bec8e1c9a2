// CONSTRUCT: check-then-act: the sale is closed between the check and the act
// ATOMIC: book
#include <pthread.h>
#include <stdio.h>

static int seats = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int book(void) {
    pthread_mutex_lock(&lock);
    int is_free = seats > 0; // TORN!
    pthread_mutex_unlock(&lock);
    if (!is_free)
        return 0;
    pthread_mutex_lock(&lock);
    seats--; // TORN!
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *customer(void *arg) {
    printf("%d\n", book());
    return arg;
}

static void *manager(void *arg) {
    pthread_mutex_lock(&lock);
    seats = 0; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, manager, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
