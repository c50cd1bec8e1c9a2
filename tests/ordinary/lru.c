// A cache of the last three values in a list, most recent first, under one mutex; two threads look up.
// BUG: race: the count of hits is kept outside of the lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif
#define SIZE 3

struct item { struct item *next, *previous; int key, value; };
static struct item ring = {&ring, &ring, -1, 0};
static int size, hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlink_item(struct item *item) {
    item->next->previous = item->previous;
    item->previous->next = item->next;
}

static void to_front(struct item *item) {
    item->next = ring.next;
    item->previous = &ring;
    ring.next->previous = item;
    ring.next = item;
}

static int look_up(int key) {
    pthread_mutex_lock(&lock);
    struct item *item = ring.next;
    while (item != &ring && item->key != key)
        item = item->next;
    int is_hit = item != &ring;
    if (is_hit) {
        unlink_item(item);
    } else {
        if (size == SIZE) {
            struct item *last = ring.previous;
            unlink_item(last);
            free(last);
            size--;
        }
        item = malloc(sizeof *item);
        item->key = key;
        item->value = key * key;
        size++;
    }
    to_front(item);
    int value = item->value;
#ifndef BUG
    hits += is_hit;
#endif
    pthread_mutex_unlock(&lock);
#ifdef BUG
    hits += is_hit;
#endif
    return value;
}

static void *use(void *first) {
    for (int i = 0; i < N; i++) {
        int key = (*(int *)first + i) % 4;
        assert(look_up(key) == key * key);
    }
    return NULL;
}

int main(void) {
    int one = 0, two = 2;
    pthread_t a, b;
    pthread_create(&a, NULL, use, &one);
    pthread_create(&b, NULL, use, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(size <= SIZE && hits <= 2 * N);
    return 0;
}
