// CONSTRUCT: a heap structure with a flexible array member
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct bag {
    int capacity;
    int used;
    short items[];
};

static struct bag *bag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *arg) {
    short value = (short)(long)arg;
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        if (bag->used < bag->capacity)
            bag->items[bag->used++] = value;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    bag = malloc(sizeof *bag + 6 * sizeof bag->items[0]);
    assert(bag != NULL);
    bag->capacity = 6;
    bag->used = 0;
    pthread_create(&t1, NULL, put, (void *)1L);
    pthread_create(&t2, NULL, put, (void *)-1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int sum = 0;
    for (int i = 0; i < bag->used; i++)
        sum += bag->items[i];
    assert(bag->used == 6 && sum >= -2 && sum <= 2);
    free(bag);
    return 0;
}
