// A queue of nodes under a mutex, with a condition: one who puts in, two who take out.
// BUG: memory: `if` in the place of `while`: who was woken finds the queue empty
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif

struct node { struct node *next; int value; };
static struct node *head, *tail;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void put(int value) {
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    node->value = value;
    pthread_mutex_lock(&lock);
    if (tail)
        tail->next = node;
    else
        head = node;
    tail = node;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (!head)
#else
    while (!head)
#endif
        pthread_cond_wait(&filled, &lock);
    struct node *node = head;
    head = node->next;
    if (!head)
        tail = NULL;
    int value = node->value;
    sum += value;
    pthread_mutex_unlock(&lock);
    free(node);
    return value;
}

static void *consume(void *count) {
    for (int i = 0; i < *(int *)count; i++)
        take();
    return NULL;
}

int main(void) {
    int some = N / 2, others = N - N / 2;
    pthread_t a, b;
    pthread_create(&a, NULL, consume, &some);
    pthread_create(&b, NULL, consume, &others);
    for (int i = 1; i <= N; i++)
        put(i);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == N * (N + 1) / 2);
    return 0;
}
