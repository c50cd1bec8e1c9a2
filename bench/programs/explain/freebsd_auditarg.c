/* FreeBSD's audit_arg.c (in a study of incorrect fixes): system calls leave what they were called with in an audit
   record, here the v-node and its mode, without protection. Three threads audit one v-node each. One v-node is doomed:
   its mode cannot be had, and the error number is recorded as the mode, in whatever order the threads run (a). Besides,
   threads can mix up their records: the v-node of one beside the mode of another (b). */
// KIND: SB
// THREADS: 4
// TRACES: 3
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define NODES 3
#define ERROR_DOOMED (-2)

struct vnode {
    int id;
    int mode;
    bool doomed;
};

struct audit_record {
    bool valid;
    int vnode;
    int mode;
};

static struct vnode nodes[NODES] = {{0, 0644, false}, {1, 0755, false}, {2, 0600, true}};
static struct audit_record record;

static int get_mode(const struct vnode *node) {
    if (node->doomed)
        return ERROR_DOOMED;
    return node->mode;
}

static void audit_arg_vnode(const struct vnode *node) {
    record.valid = false;
    record.vnode = node->id;  // CAUSE b switch 1 from, b switch 1 to
    record.mode = get_mode(node);  // CAUSE a, b
    record.valid = true;
}

static void submit(void) {
    if (record.valid)
        assert(record.mode == nodes[record.vnode].mode);
}

static void *system_call(void *argument) {
    audit_arg_vnode(argument);
    submit();
    return NULL;
}

int main(void) {
    pthread_t threads[NODES];
    for (int number = 0; number < NODES; number++)
        pthread_create(&threads[number], NULL, system_call, &nodes[number]);
    for (int number = 0; number < NODES; number++)
        pthread_join(threads[number], NULL);
    return 0;
}
