// VERIFY bug
// CONSTRUCT: numbers, one of which another thread counts up, are sorted, and the middle one is looked at
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int numbers[3] = {20, 5, 10};

static int by_size(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void set(int to) {
    pthread_mutex_lock(&lock);
    numbers[1] = to;
    pthread_mutex_unlock(&lock);
}

static void *change(void *arg) {
    set(15);
    set(30);
    return arg;
}

static void *look(void *arg) {
    pthread_mutex_lock(&lock);
    int sorted[3] = {numbers[0], numbers[1], numbers[2]};
    pthread_mutex_unlock(&lock);
    qsort(sorted, 3, sizeof *sorted, by_size);
    assert(sorted[1] != 15); // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
