// VERIFY proved
// A number that is put out through a list of arguments.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int to) { pthread_mutex_lock(&lock); shared = to; pthread_mutex_unlock(&lock); }
static int get(void) { pthread_mutex_lock(&lock); int seen = shared; pthread_mutex_unlock(&lock); return seen; }
static void *writer(void *arg) { set(1); set(2); return arg; }
static void say(const char *format, ...)
{
    va_list given;
    va_start(given, format);
    vfprintf(stderr, format, given);
    va_end(given);
}
static void *reader(void *arg) { int seen = get(); say("%s %d\n", "seen", seen); assert(seen < 3); return arg; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
