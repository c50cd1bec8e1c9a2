// CONSTRUCT: threads that create threads (a binary tree of creations) and join them
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int leaves;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grow(void *arg) {
    long depth = (long)arg;
    if (depth == 0) {
        pthread_mutex_lock(&lock);
        leaves++;
        pthread_mutex_unlock(&lock);
        return (void *)1L;
    }
    pthread_t left, right;
    void *a, *b;
    pthread_create(&left, NULL, grow, (void *)(depth - 1));
    pthread_create(&right, NULL, grow, (void *)(depth - 1));
    pthread_join(left, &a);
    pthread_join(right, &b);
    return (void *)((long)a + (long)b + 1);
}

int main(void) {
    pthread_t root;
    void *nodes;
    pthread_create(&root, NULL, grow, (void *)2L);
    pthread_join(root, &nodes);
    assert(leaves == 4 && (long)nodes == 7);
    return 0;
}
