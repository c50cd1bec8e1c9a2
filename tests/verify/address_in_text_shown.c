// VERIFY proved
// CONSTRUCT: the same with a text that is only shown, and has a time and an id in it
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int all;

static void *worker(void *arg) {
    char text[64];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(text, sizeof text, "%p %lu %ld", arg, (unsigned long)pthread_self(), now.tv_nsec);
    pthread_mutex_lock(&lock);
    all++;
    puts(text);
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
