// VERIFY bug
// A decimal number of few digits is a float without the library's help.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char state = '0';

static void *writer(void *arg) {
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&lock);
        state = digit;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reader(void *arg) {
    char text[8] = "1.50";
    pthread_mutex_lock(&lock);
    text[3] = state;
    pthread_mutex_unlock(&lock);
    assert(strtof(text, NULL) != 1.55f); // FAILS
    return arg;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
