// CONSTRUCT: an element is read through a pointer that was fetched before the array moved
#include <pthread.h>
#include <stdlib.h>

static int *items, size = 1, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *mine = items;
    pthread_mutex_unlock(&lock);
    seen = mine[0]; // RACE!
    return NULL;
}

static void *grower(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items = realloc(items, 8 * sizeof *items); // RACE!
    items[size++] = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    items = calloc(1, sizeof *items);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, grower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
