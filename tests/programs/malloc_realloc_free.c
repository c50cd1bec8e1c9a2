// CONSTRUCT: malloc, realloc (growing and moving) and free of a shared array
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *items;
static size_t used, capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void append(int value) {
    pthread_mutex_lock(&lock);
    if (used == capacity) {
        capacity = capacity ? capacity * 2 : 1;
        int *bigger = realloc(items, capacity * sizeof *items);
        assert(bigger != NULL);
        items = bigger;
    }
    items[used++] = value;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
    int base = (int)(long)arg;
    char *scratch = malloc(100);
    assert(scratch != NULL);
    scratch[99] = 1;
    for (int i = 0; i < 5; i++)
        append(base + i * scratch[99]);
    free(scratch);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int sum = 0;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)100L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (size_t i = 0; i < used; i++)
        sum += items[i];
    assert(used == 10 && capacity == 16 && sum == 520);
    free(items);
    free(NULL);
    return 0;
}
