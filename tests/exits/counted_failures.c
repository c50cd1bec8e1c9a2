// CHECK none with --recorded
// VERIFY bug
// CONSTRUCT: a macro that counts, as many tests have it
#include <pthread.h>
#include <stdio.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int seen(void) {
    pthread_mutex_lock(&lock);
    int now = hits;
    pthread_mutex_unlock(&lock);
    return now;
}

static int failures;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

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
    CHECK(seen() == 2);
    CHECK(seen() >= 0);
    return failures; // FAILS
}
