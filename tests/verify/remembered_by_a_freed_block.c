// VERIFY bug
// CONSTRUCT: which way was taken is only told by whether a block of the heap, into which nothing was written, was given back
#include <pthread.h>
#include <stdlib.h>

static int begun, ended;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    begun = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static int is(const int *flag) {
    pthread_mutex_lock(&m);
    int seen = *flag;
    pthread_mutex_unlock(&m);
    return seen;
}

int main(void) {
    pthread_t t;
    char *block = malloc(16);
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) free(block);
    if (!is(&ended)) free(block); // FAILS
    pthread_join(t, NULL);
    return 0;
}
