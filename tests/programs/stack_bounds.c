// CONSTRUCT: main and a thread ask for the bounds of their own stacks
// EXIT: 0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int inside[2];

static void look(int *answer) {
    pthread_attr_t attributes;
    void *low;
    size_t size;
    char here = 0;
    assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
    assert(pthread_attr_getstack(&attributes, &low, &size) == 0);
    pthread_attr_destroy(&attributes);
    *answer = &here >= (char *)low && &here < (char *)low + size;
}

static void *work(void *arg) {
    look(arg);
    return NULL;
}

int main(void) {
    pthread_t thread;
    look(&inside[0]);
    pthread_create(&thread, NULL, work, &inside[1]);
    pthread_join(thread, NULL);
    assert(inside[0] == 1 && inside[1] == 1);
    return 0;
}
