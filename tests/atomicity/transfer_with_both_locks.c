// CONSTRUCT: a lock for each account; transfer and audit hold both from the first access to the last
// ATOMIC: transfer audit
#include <pthread.h>
#include <stdio.h>

static int from = 100, to;
static pthread_mutex_t from_lock = PTHREAD_MUTEX_INITIALIZER, to_lock = PTHREAD_MUTEX_INITIALIZER;

static void transfer(int amount) {
    pthread_mutex_lock(&from_lock);
    from -= amount; // ATOMIC
    pthread_mutex_lock(&to_lock);
    pthread_mutex_unlock(&from_lock);
    to += amount;
    pthread_mutex_unlock(&to_lock);
}

static int audit(void) {
    pthread_mutex_lock(&from_lock);
    pthread_mutex_lock(&to_lock);
    int sum = from + to;
    pthread_mutex_unlock(&to_lock);
    pthread_mutex_unlock(&from_lock);
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
