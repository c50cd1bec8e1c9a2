// VERIFY proved
// CONSTRUCT: main does not read what a library is given when the threads are over: it looks at it all the same
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char text[8] = ".";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    text[0]++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a64l(text) != 1);
    return 0;
}
