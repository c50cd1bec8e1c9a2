// CONSTRUCT: two threads push to a list without a lock: a node is lost
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
    int value;
};

static struct node *list;
static struct node nodes[2] = {{NULL, 1}, {NULL, 2}};

static void *push(void *arg) {
    struct node *node = arg;
    node->next = list;
    list = node;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, &nodes[0]);
    pthread_create(&t2, NULL, push, &nodes[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(list != NULL); // HOLDS
    assert(list->next != NULL); // FAILS
    return 0;
}
