// VERIFY bug
// CONSTRUCT: a number that another thread counts up is formatted, and the text compared
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 8;

static void *up(void *arg) {
    for (int step = 0; step < 3; step++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *tell(void *arg) {
    char text[16];
    pthread_mutex_lock(&lock);
    int seen = count;
    pthread_mutex_unlock(&lock);
    snprintf(text, sizeof text, "%d left", seen);
    assert(strcmp(text, "10 left") != 0); // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, up, NULL);
    pthread_create(&b, NULL, tell, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
