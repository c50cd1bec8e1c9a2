// CONSTRUCT: a circular doubly linked list with a sentinel; one thread inserts, one removes
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
    struct link *prev, *next;
};

static struct link anchor = {&anchor, &anchor};
static struct link links[4];
static int removed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        links[i].prev = anchor.prev;
        links[i].next = &anchor;
        anchor.prev->next = &links[i];
        anchor.prev = &links[i];
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *take(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        struct link *l = anchor.next;
        if (l != &anchor) {
            l->prev->next = l->next;
            l->next->prev = l->prev;
            assert(l == &links[removed]);
            removed++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int left = 0;
    pthread_create(&t1, NULL, insert, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (struct link *l = anchor.next; l != &anchor; l = l->next)
        left++;
    assert(left + removed == 4);
    return 0;
}
