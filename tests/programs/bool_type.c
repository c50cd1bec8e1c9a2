// CONSTRUCT: _Bool: conversion, logical operators with short circuit, shared flags
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool ready[2];
static bool both;
static int evaluations;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool check(int i) {
    evaluations++;
    return ready[i];
}

static void *set(void *arg) {
    long i = (long)arg;
    pthread_mutex_lock(&lock);
    ready[i] = i + 256; /* any non-zero becomes 1 */
    if (check(0) && check(1))
        both = true;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, set, (void *)0L);
    pthread_create(&t2, NULL, set, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(both == 1 && ready[0] + ready[1] == 2);
    assert(evaluations == 4 || evaluations == 3);
    both ^= true;
    assert(!both && sizeof both == 1 && (bool)0.5 == true);
    return 0;
}
