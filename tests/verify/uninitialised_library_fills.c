// VERIFY proved
// CONSTRUCT: library functions fill local variables, with zeroes too
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    char text[16], *end;
    int number;
    sigset_t none;
    sigemptyset(&none);
    snprintf(text, sizeof text, "%d", 0);
    long parsed = strtol(text, &end, 10);
    if (sscanf("0 1", "%d", &number) == 1 && *end == 0 && !sigismember(&none, SIGINT)) {
        pthread_mutex_lock(&lock);
        sum += number + (int)parsed + (int)strlen(text);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(sum == 2);
    return 0;
}
