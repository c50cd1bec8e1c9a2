// VERIFY bug
// CONSTRUCT: a number in a string is cut where another thread says, in memory of the reader's own
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int width;

static void *widen(void *arg) {
    for (int step = 1; step <= 3; step++) {
        pthread_mutex_lock(&lock);
        width = step;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *parse(void *arg) {
    char line[8] = "11111";
    pthread_mutex_lock(&lock);
    int cut = width;
    pthread_mutex_unlock(&lock);
    line[cut + 1] = '\0';
    assert(strtol(line, NULL, 10) != 111); // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, widen, NULL);
    pthread_create(&b, NULL, parse, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
