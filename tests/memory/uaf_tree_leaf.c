// CONSTRUCT: a tree is searched under its read lock, and the leaf that was found is used after it
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key, uses;
    struct node *left, *right;
};

static struct node *root;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static struct node *leaf(int key) {
    struct node *fresh = calloc(1, sizeof *fresh);
    fresh->key = key;
    return fresh;
}

static struct node *search(int key) {
    pthread_rwlock_rdlock(&lock);
    struct node *at = root;
    while (at != NULL && at->key != key)
        at = key < at->key ? at->left : at->right;
    pthread_rwlock_unlock(&lock);
    return at;
}

static void *user(void *arg) {
    (void)arg;
    struct node *found = search(7);
    if (found != NULL)
        found->uses = 1; // MEMORY! use-after-free
    return NULL;
}

static void *pruner(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    struct node *gone = root->right;
    root->right = NULL;
    pthread_rwlock_unlock(&lock);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    root = leaf(5);
    root->left = leaf(3);
    root->right = leaf(7);
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, pruner, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
