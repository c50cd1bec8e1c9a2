// The pool of appendix B of the paper: to have less contention, the objects are in two Treiber stacks. An object goes to
// a stack that is picked at random; to take one out, both stacks are tried, first one that is picked at random. Each
// stack is linearizable, the pool is not: a thread can find the first stack empty, another one puts an object there and
// takes the one from the second stack, and the first thread finds that empty too, though the pool never was.
// The arguments are the seeds of the two threads' picks.
//
// KIND: LV
// THREADS: 3
// TRACES: 8
// PROPERTY: assertions
// ARGS: 4 6
// RUNS: seeds 0-100
// RUNS: args 2 6; seeds 0-100
// RUNS: args 3 8; seeds 0-100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define EMPTY (-1)
#define STACKS 2
#define ROUNDS 5
#define NODES (2 * ROUNDS)

struct node {
    int value;
    int next;
};

struct treiber_stack {
    atomic_int top;
};

struct user {
    unsigned seed;
    int first_value;
};

static struct node nodes[NODES];
static atomic_int nodes_used;
static struct treiber_stack ts[STACKS];

static void ts_push(struct treiber_stack *stack, int value)
{
    int node = atomic_fetch_add(&nodes_used, 1);
    nodes[node].value = value;
    int top = atomic_load(&stack->top);
    do {
        nodes[node].next = top;
    } while (!atomic_compare_exchange_strong(&stack->top, &top, node));  // CAUSE switch 1 to
}

static int ts_pop(struct treiber_stack *stack)
{
    int top = atomic_load(&stack->top);                                  // CAUSE switch 1 from, switch 2 to
    while (top != EMPTY) {                                               // CAUSE
        int next = nodes[top].next;
        if (atomic_compare_exchange_strong(&stack->top, &top, next))     // CAUSE switch 1 from, switch 2 from, switch 2 to
            return nodes[top].value;
    }
    return EMPTY;
}

static int pick(struct user *user)
{
    user->seed = user->seed * 1103515245u + 12345u;
    return (int)(user->seed >> 16) % STACKS;
}

static void pool_ins(struct user *user, int value)
{
    ts_push(&ts[pick(user)], value);
}

static int pool_rem(struct user *user)
{
    int first = pick(user);
    for (int i = 0; i < STACKS; i++) {
        int value = ts_pop(&ts[(first + i) % STACKS]);
        if (value != EMPTY)
            return value;
    }
    return EMPTY;
}

static void *use(void *arg)
{
    struct user *user = arg;
    for (int round = 0; round < ROUNDS; round++) {
        pool_ins(user, user->first_value + round);
        int value = pool_rem(user);
        assert(value != EMPTY);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    struct user users[2] = {{(unsigned)atoi(argv[1]), 10}, {(unsigned)atoi(argv[2]), 20}};
    pthread_t threads[2];
    for (int i = 0; i < STACKS; i++)
        atomic_store(&ts[i].top, EMPTY);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, use, &users[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
