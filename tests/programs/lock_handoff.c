// CONSTRUCT: hand-over-hand locking along a list
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct cell {
    pthread_mutex_t lock;
    int value;
    struct cell *next;
};

static struct cell cells[3];

static void *walk(void *arg) {
    int by = (int)(long)arg;
    struct cell *c = &cells[0];
    pthread_mutex_lock(&c->lock);
    for (;;) {
        c->value += by;
        struct cell *next = c->next;
        if (next == NULL)
            break;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&c->lock);
        c = next;
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_init(&cells[i].lock, NULL);
        cells[i].next = i < 2 ? &cells[i + 1] : NULL;
    }
    pthread_create(&t1, NULL, walk, (void *)1L);
    pthread_create(&t2, NULL, walk, (void *)10L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 0; i < 3; i++)
        assert(cells[i].value == 11);
    return 0;
}
