// CONSTRUCT: variadic arguments of mixed types, va_copy, and vsnprintf on the list
// EXIT: 0
// OUTPUT: 7:2.5:abc:9000000000\n
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[64];
static double sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void record(const char *format, ...) {
    va_list list, copy;
    va_start(list, format);
    va_copy(copy, list);
    pthread_mutex_lock(&lock);
    vsnprintf(text, sizeof text, format, list);
    sum += va_arg(copy, int);
    sum += va_arg(copy, double);
    sum += (double)strlen(va_arg(copy, const char *));
    sum += (double)va_arg(copy, long long);
    pthread_mutex_unlock(&lock);
    va_end(copy);
    va_end(list);
}

static void *work(void *arg) {
    (void)arg;
    record("%d:%.1f:%s:%lld", 7, 2.5, "abc", 9000000000LL);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 2 * (7 + 2.5 + 3 + 9000000000.0));
    puts(text);
    return 0;
}
