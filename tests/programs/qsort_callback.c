// CONSTRUCT: qsort calls back into the program, whose comparison writes shared state
// EXIT: 0
// OUTPUT: 1 2 3 5 8 9\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int up[] = {5, 2, 9, 1, 8, 3};
static int down[] = {5, 2, 9, 1, 8, 3};
static int comparisons;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ascending(const void *a, const void *b) {
    pthread_mutex_lock(&lock);
    comparisons++;
    pthread_mutex_unlock(&lock);
    return *(const int *)a - *(const int *)b;
}

static int descending(const void *a, const void *b) { return ascending(b, a); }

static void *sort_up(void *arg) {
    (void)arg;
    qsort(up, 6, sizeof up[0], ascending);
    return NULL;
}

static void *sort_down(void *arg) {
    (void)arg;
    qsort(down, 6, sizeof down[0], descending);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sort_up, NULL);
    pthread_create(&t2, NULL, sort_down, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(comparisons >= 10);
    for (int i = 0; i < 6; i++)
        assert(up[i] == down[5 - i]);
    printf("%d %d %d %d %d %d\n", up[0], up[1], up[2], up[3], up[4], up[5]);
    return 0;
}
