// CONSTRUCT: a free list of indices: an index that went away and came back deceives the compare-and-swap
#include <assert.h>
#include <pthread.h>

static int next[3] = {1, 2, -1}, head;

static void *slow_pop(void *arg) {
    (void)arg;
    int old = head;
    int successor = next[old];
    __sync_val_compare_and_swap(&head, old, successor);
    return NULL;
}

static void *pop_two_push_one(void *arg) {
    (void)arg;
    int a = head;
    head = next[a];
    int b = head;
    head = next[b];
    next[a] = head;
    head = a;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, pop_two_push_one, NULL);
    pthread_create(&t2, NULL, slow_pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(head != 0); // FAILS
    assert(head == 2); // FAILS
    return 0;
}
