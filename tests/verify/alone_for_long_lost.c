// VERIFY bug
// CONSTRUCT: an update can get lost behind all this: main does a lot before there are threads, to memory that it shares with them later, and asks the system
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { TIMES = 4500 };

static volatile int value, names[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    int before = value;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    value = before + (names[3] != 0);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    for (int number = 0; number < TIMES; number++) {
        pthread_mutex_lock(&lock);
        names[number % 16] += number;
        pthread_mutex_unlock(&lock);
        value = names[(number + 7) % 16] == -1;
    }
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(value == 2 - (isatty(0) > 1)); // FAILS
    return 0;
}
