// CONSTRUCT: an order is paid and cancelled: both saw it pending
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

enum order_state { PENDING, PAID, CANCELLED };

static struct {
    pthread_mutex_t lock;
    enum order_state state;
    int shipped;
    int refunded;
} order = {.lock = PTHREAD_MUTEX_INITIALIZER, .state = PENDING};

static int is_pending(void) {
    pthread_mutex_lock(&order.lock);
    int pending = order.state == PENDING;
    pthread_mutex_unlock(&order.lock);
    return pending;
}

static void *pay(void *arg) {
    if (is_pending()) {
        pthread_mutex_lock(&order.lock);
        order.state = PAID;
        order.shipped = 1;
        pthread_mutex_unlock(&order.lock);
    }
    return arg;
}

static void *cancel(void *arg) {
    if (is_pending()) {
        pthread_mutex_lock(&order.lock);
        order.state = CANCELLED;
        order.refunded = 1;
        pthread_mutex_unlock(&order.lock);
    }
    return arg;
}

int main(void) {
    pthread_t shop, customer;
    pthread_create(&shop, NULL, pay, NULL);
    pthread_create(&customer, NULL, cancel, NULL);
    pthread_join(shop, NULL);
    pthread_join(customer, NULL);
    if (order.shipped && order.refunded) {
        fprintf(stderr, "shipped and refunded\n");
        raise(SIGABRT); // FAILS failure
    }
    return 0;
}
