// VERIFY bug
// CONSTRUCT: the same where an update can get lost
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char text[8] = ".";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    char before = text[0];
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    text[0] = before + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a64l(text) != 1); // FAILS
    return 0;
}
