// CONSTRUCT: a list whose last node points nowhere: who counts on two nodes may find but one
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node third = {3, NULL}, second = {2, &third}, first = {1, &second};
static int keys;

static void *walk(void *arg) {
    (void)arg;
    keys += first.next->key;       // SAFE there is one at least
    keys += first.next->next->key; // MEMORY! null
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
