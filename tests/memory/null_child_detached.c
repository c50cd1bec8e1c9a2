// CONSTRUCT: a tree is searched without a lock while a child of it is taken off
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node leaf = {3, NULL, NULL}, root = {5, &leaf, NULL};
static int smallest;

static void *search(void *arg) {
    struct node *from = arg;
    if (from->left != NULL)
        smallest = from->left->key; // MEMORY! null
    return NULL;
}

static void *prune(void *arg) {
    struct node *from = arg;
    from->left = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, search, &root);
    pthread_create(&t2, NULL, prune, &root);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
