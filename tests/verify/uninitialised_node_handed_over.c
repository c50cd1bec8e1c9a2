// VERIFY proved
// CONSTRUCT: a block is filled by who allocates it, and handed over under a lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value, unused;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *pusher(void *arg) {
    struct node *node = malloc(sizeof *node);
    node->value = 5;
    pthread_mutex_lock(&lock);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *popper(void *arg) {
    pthread_mutex_lock(&lock);
    struct node *node = list;
    if (node)
        list = node->next;
    pthread_mutex_unlock(&lock);
    if (node) {
        assert(node->value == 5);
        free(node);
    }
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, pusher, NULL);
    pthread_create(&two, NULL, popper, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
