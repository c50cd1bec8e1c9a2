// VERIFY: bug
// CONSTRUCT: a mutex is initialised again while another thread may hold it
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_init(&m, NULL); // MISUSE! unordered
    pthread_join(a, NULL);
    return 0;
}
