// CONSTRUCT: money is on its way: two sections of the transfer, and an audit of both accounts between them
// ATOMIC: transfer audit
#include <pthread.h>
#include <stdio.h>

static int from = 100, to;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void transfer(int amount) {
    pthread_mutex_lock(&lock);
    from -= amount; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    to += amount; // TORN!
    pthread_mutex_unlock(&lock);
}

static int audit(void) {
    pthread_mutex_lock(&lock);
    int sum = from + to; // TORN!
    pthread_mutex_unlock(&lock);
    return sum;
}

static void *clerk(void *arg) {
    transfer(30);
    return arg;
}

static void *inspector(void *arg) {
    printf("%d\n", audit());
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, clerk, NULL);
    pthread_create(&b, NULL, inspector, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
