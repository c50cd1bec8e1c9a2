// VERIFY: proved
// CONSTRUCT: whoever comes first initialises the mutex, by pthread_once()
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m;
static int v;

static void initialise(void) { pthread_mutex_init(&m, NULL); }

static void *add(void *unused) {
    pthread_once(&once, initialise);
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(v == 2);
    return 0;
}
