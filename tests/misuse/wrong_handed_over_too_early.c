// VERIFY: bug
// CONSTRUCT: an object is handed over before its mutex is initialised
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m;
static atomic_int published;

static void *publish(void *unused) {
    atomic_store(&published, 1);
    pthread_mutex_init(&m, NULL); // MISUSE! unordered
    return unused;
}

static void *use(void *unused) {
    if (atomic_load(&published)) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, publish, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
