// VERIFY unknown address
// CONSTRUCT: a digit of an address that was printed into a buffer decides
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int odd, all;

static void *worker(void *arg) {
    char text[32];
    snprintf(text, sizeof text, "%p", arg);
    pthread_mutex_lock(&lock);
    if (text[strlen(text) - 3] & 1)
        odd++;
    all++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    int numbers[64];
    pthread_create(&one, NULL, worker, numbers);
    pthread_create(&two, NULL, worker, numbers + 9);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(all == 2);
    return 0;
}
