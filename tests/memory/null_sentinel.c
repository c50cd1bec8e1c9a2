// CONSTRUCT: a list that ends in a node of its own: who walks past a removed node still finds one
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node end = {99, &end}, second = {2, &end}, first = {1, &second};
static int keys;

static void *walk(void *arg) {
    (void)arg;
    keys += first.next->key;       // SAFE
    keys += first.next->next->key; // SAFE
    return NULL;
}

static void *unlink_second(void *arg) {
    (void)arg;
    first.next = first.next->next;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, walk, NULL);
    pthread_create(&t2, NULL, unlink_second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
