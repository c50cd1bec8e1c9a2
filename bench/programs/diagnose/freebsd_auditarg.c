/* FreeBSD's audit_arg.c (in a study of incorrect fixes): system calls leave what they were called with in an audit
   record, here the v-node and its mode, without protection. Three threads audit one v-node each, and can mix up their
   records: the v-node of one beside the mode of another. (The program of that name for `explain` has a doomed v-node
   besides, because of which it fails in every order of the threads.) */
// KIND: OV
// THREADS: 4
// DIAGNOSE concurrency
// NAMES: node, mode
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define NODES 3

struct vnode {
    int id;
    int mode;
};

struct audit_record {
    bool valid;
    int vnode;
    int mode;
};

static const struct vnode nodes[NODES] = {{0, 0644}, {1, 0755}, {2, 0600}};
static struct audit_record record;

static void audit_arg_vnode(const struct vnode *node) {
    record.valid = false;
    record.vnode = node->id;   // AT node
    record.mode = node->mode;  // AT mode
    record.valid = true;
}

static void submit(void) {
    if (record.valid)
        assert(record.mode == nodes[record.vnode].mode);  // FAILS
}

static void *system_call(void *argument) {
    audit_arg_vnode(argument);
    submit();
    return NULL;
}

int main(void) {
    pthread_t threads[NODES];
    for (int number = 0; number < NODES; number++)
        pthread_create(&threads[number], NULL, system_call, (void *)&nodes[number]);
    for (int number = 0; number < NODES; number++)
        pthread_join(threads[number], NULL);
    return 0;
}
