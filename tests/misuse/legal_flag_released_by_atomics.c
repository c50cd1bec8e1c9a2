// VERIFY: proved
// CONSTRUCT: the users of a mutex count themselves out with an atomic counter; who is last destroys it
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int users = 2;
static int v;

static void *use(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    if (atomic_fetch_sub(&users, 1) == 1)
        pthread_mutex_destroy(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, use, NULL);
    use(NULL);
    pthread_join(a, NULL);
    return 0;
}
