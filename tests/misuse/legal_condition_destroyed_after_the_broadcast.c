// VERIFY: proved
// CONSTRUCT: who wakes all waiters destroys the condition at once: nobody waits there any more
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, waits;

static void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    if (!go) {
        waits = 1;
        while (!go)
            pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
