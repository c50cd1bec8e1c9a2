// VERIFY: bug
// CONSTRUCT: who leaves a mutex first destroys it, in some orders
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;
static pthread_t b;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    int seen = v;
    pthread_mutex_unlock(&m);
    if (seen == 1)
        pthread_mutex_destroy(&m); // MISUSE! unordered
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
