// VERIFY bug
// CONSTRUCT: which way was taken is only told by memory that a library wrote unseen, and the program wrote again
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
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
    int *number = malloc(sizeof *number);
    *number = 0;
    sscanf("7", "%d", number);
    pthread_create(&t, NULL, work, NULL);
    if (!is(&begun)) *number = 0;
    if (!is(&ended)) {
        assert(*number != 7); // FAILS
    }
    free(number);
    pthread_join(t, NULL);
    return 0;
}
