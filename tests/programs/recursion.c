// CONSTRUCT: direct and mutual recursion, with shared counters touched at every depth
// EXIT: 0
// OUTPUT: fib=21 calls=67 odd=1\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int calls, fib_result, odd_result;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_odd(int n);

static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int fib(int n) {
    pthread_mutex_lock(&lock);
    calls++;
    pthread_mutex_unlock(&lock);
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void *count(void *arg) {
    fib_result = fib(*(int *)arg);
    return NULL;
}

static void *parity(void *arg) {
    odd_result = is_odd(*(int *)arg);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int eight = 8, eleven = 11;
    pthread_create(&t1, NULL, count, &eight);
    pthread_create(&t2, NULL, parity, &eleven);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(fib_result == 21 && odd_result == 1);
    printf("fib=%d calls=%d odd=%d\n", fib_result, calls, odd_result);
    return 0;
}
