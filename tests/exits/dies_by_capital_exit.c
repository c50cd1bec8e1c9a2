// CHECK bug
// VERIFY bug
// CONSTRUCT: a function that never returns calls _Exit()
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int seen(void) {
    pthread_mutex_lock(&lock);
    int now = hits;
    pthread_mutex_unlock(&lock);
    return now;
}

static void die(const char *what) {
    fprintf(stderr, "%s\n", what);
    _Exit(3);
}

static void *hit(void *arg) {
    int before = seen();
    pthread_mutex_lock(&lock);
    hits = before + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, hit, NULL);
    pthread_create(&two, NULL, hit, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (seen() != 2) // FAILS
        die("a hit was lost");
    return 0;
}
