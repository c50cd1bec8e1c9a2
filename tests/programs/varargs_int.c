// CONSTRUCT: a variadic function of ints that adds to a shared total
// EXIT: 0
// OUTPUT: 60\n
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add_all(int count, ...) {
    va_list list;
    va_start(list, count);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    pthread_mutex_unlock(&lock);
    va_end(list);
}

static void *small(void *arg) {
    (void)arg;
    add_all(3, 1, 2, 3);
    return NULL;
}

/* more arguments than fit in registers */
static void *large(void *arg) {
    (void)arg;
    add_all(9, 2, 4, 6, 8, 10, 12, 14, 16, -18);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, small, NULL);
    pthread_create(&t2, NULL, large, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 60);
    printf("%d\n", total);
    return 0;
}
