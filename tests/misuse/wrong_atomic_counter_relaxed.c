// VERIFY: bug
// CONSTRUCT: users count themselves out with an atomic counter that orders nothing; who is last destroys the mutex
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int users = 2;

static void *first(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1)
        pthread_mutex_destroy(&m);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_relaxed) == 1)
        pthread_mutex_destroy(&m); // MISUSE! unordered
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
