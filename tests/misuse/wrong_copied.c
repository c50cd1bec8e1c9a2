// VERIFY: bug
// CONSTRUCT: a structure with a mutex in it is copied while another thread may use the mutex
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct box { pthread_mutex_t m; int v; };
static struct box box, copy;

static void *work(void *unused) {
    pthread_mutex_lock(&box.m);
    pthread_mutex_unlock(&box.m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    copy = box; // MISUSE! unordered
    pthread_join(a, NULL);
    return 0;
}
