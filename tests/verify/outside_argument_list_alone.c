// VERIFY proved
// A va_list while there is nobody else.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void say(const char *how, ...) {
    va_list given;
    va_start(given, how);
    vprintf(how, given);
    va_end(given);
}

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, other;
    say("%s\n", "begin");
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(total == 2);
    say("%d\n", total);
}
