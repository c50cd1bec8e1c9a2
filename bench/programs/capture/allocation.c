/* Allocation-heavy: three threads build search trees of small blocks and take them down again. argv[1]: roughly the number of
 * events. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 3
#define NODES 256

struct node {
    struct node *smaller, *larger;
    unsigned key;
    char *text;
};

static long rounds;

static void insert(struct node **place, unsigned key)
{
    while (*place)
        place = key < (*place)->key ? &(*place)->smaller : &(*place)->larger;
    struct node *made = malloc(sizeof *made);
    made->smaller = made->larger = NULL;
    made->key = key;
    made->text = malloc(8 + key % 56);
    made->text[0] = (char)key;
    *place = made;
}

static long take_down(struct node *node)
{
    if (!node)
        return 0;
    long count = 1 + take_down(node->smaller) + take_down(node->larger);
    free(node->text);
    free(node);
    return count;
}

static void *build(void *seed)
{
    unsigned key = (unsigned)(size_t)seed;
    long count = 0;
    for (long round = 0; round < rounds; round++) {
        struct node *root = NULL;
        for (int i = 0; i < NODES; i++) {
            key = key * 1664525 + 1013904223;
            insert(&root, key >> 8);
        }
        count += take_down(root);
    }
    return (void *)count;
}

int main(int argc, char **argv)
{
    /* some 40 events a node */
    rounds = (argc > 1 ? atol(argv[1]) : 5000000) / (40 * NODES * THREADS) + 1;
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, build, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        void *count;
        pthread_join(threads[i], &count);
        assert((long)count == rounds * NODES);
    }
    return 0;
}
