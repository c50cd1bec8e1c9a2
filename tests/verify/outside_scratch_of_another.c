// VERIFY unknown strverscmp
// A thread uses a variable of main's as its own, and a library reads it beyond its first word.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char state = '0';
static void *writer(void *arg) {
    for (char d = '1'; d <= '9'; d++) { pthread_mutex_lock(&lock); state = d; pthread_mutex_unlock(&lock); }
    return arg;
}
static void *reader(void *arg) {
    char *text = arg;
    pthread_mutex_lock(&lock);
    text[11] = state;
    pthread_mutex_unlock(&lock);
    int same = strverscmp(text, "key=00000005") == 0;
    assert(!same);
    return arg;
}
int main(void) {
    pthread_t a, b;
    char text[16]; memcpy(text, "key=00000000", 13);
    pthread_create(&a, 0, reader, text); pthread_create(&b, 0, writer, text);
    pthread_join(a, 0); pthread_join(b, 0);
}
