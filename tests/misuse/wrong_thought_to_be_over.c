// VERIFY: bug
// CONSTRUCT: who destroys a mutex has locked it once and thinks that its user is over: in the given run it is
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;

static void *use(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m); // MISUSE! unordered
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_t b;
    pthread_create(&b, NULL, use, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
