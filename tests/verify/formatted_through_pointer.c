// VERIFY bug
// CONSTRUCT: snprintf is called through a pointer, with a string that is another one for a moment
#include <assert.h>
#include <pthread.h>
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

static int (*print)(char *, size_t, const char *, ...) = snprintf;

static void *reader(void *arg) {
    char text[16];
    pthread_mutex_lock(&lock);
    print(text, sizeof text, "%s", state);
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
