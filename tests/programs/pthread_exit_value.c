// CONSTRUCT: pthread_exit from a nested call, return values, and pthread_exit from main
// EXIT: 0
// OUTPUT: 3 heap 9\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void leave(int *value) {
    pthread_exit(value);
}

static void *nested(void *arg) {
    int *value = malloc(sizeof *value);
    assert(value != NULL);
    *value = *(int *)arg;
    leave(value);
    return NULL;
}

static void *plain(void *arg) {
    return (char *)arg + 1;
}

static void *last(void *arg) {
    pthread_t *other = arg;
    void *result;
    pthread_join(*other, &result);
    printf("%d heap %d\n", (int)(long)result, 9);
    return NULL;
}

int main(void) {
    static pthread_t t1;
    pthread_t t2, t3;
    int nine = 9;
    void *result;
    pthread_create(&t1, NULL, plain, (void *)2L);
    pthread_create(&t2, NULL, nested, &nine);
    pthread_join(t2, &result);
    assert(*(int *)result == 9);
    free(result);
    pthread_create(&t3, NULL, last, &t1);
    pthread_detach(t3);
    pthread_exit(NULL); /* the process goes on until the last thread ends */
}
