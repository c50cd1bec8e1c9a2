// A sorted list as it is written for one thread (the list_seq of the tests of concurrent data structures), used by two:
// insert finds the two neighbours of the new node and then links it in between them. When both threads insert at the
// same place, the one that links last does so with neighbours that are not neighbours any more, and the other's node is
// lost. The program keeps insert and contains.
//
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-50
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node last = {INT_MAX, NULL};
static struct node first = {INT_MIN, &last};

static bool insert(int key)
{
    struct node *before = &first;
    struct node *behind = before->next;  // CAUSE switch 1 from
    while (behind->key < key) {
        before = behind;
        behind = before->next;
    }
    if (behind->key == key)
        return false;
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->key = key;
    node->next = behind;
    before->next = node;  // CAUSE switch 1 to, switch 2 from, switch 2 to
    return true;
}

static bool contains(int key)
{
    struct node *node = first.next;
    while (node->key < key)
        node = node->next;
    return node->key == key;
}

static void *inserter(void *key)
{
    insert(*(int *)key);
    return NULL;
}

int main(void)
{
    int keys[2] = {2, 1};
    pthread_t inserters[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&inserters[i], NULL, inserter, &keys[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(inserters[i], NULL);
    for (int i = 0; i < 2; i++)
        assert(contains(keys[i]));
    return 0;
}
