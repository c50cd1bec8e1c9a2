// VERIFY bug seen, else unknown vsnprintf
// A flag that is left to the library: what a va_list leads to is in no log.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char state[8] = "a";

static void set(char to) {
    pthread_mutex_lock(&lock);
    state[0] = to;
    pthread_mutex_unlock(&lock);
}

static void *writer(void *arg) {
    set('b');
    set('c');
    return arg;
}

static void format(char *to, size_t size, const char *how, ...) {
    va_list given;
    va_start(given, how);
    vsnprintf(to, size, how, given);
    va_end(given);
}

static void *reader(void *arg) {
    char text[16];
    pthread_mutex_lock(&lock);
    format(text, sizeof text, "%s%'d", state, 1);
    pthread_mutex_unlock(&lock);
    assert(text[0] != 'b'); // FAILS
    return arg;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
