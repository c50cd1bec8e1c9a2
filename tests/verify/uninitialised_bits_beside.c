// VERIFY unknown heap main#1
// CONSTRUCT: bit-fields are set one after the other, in a word that holds anything; one that was not set is looked at
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct flags {
    unsigned ready : 1, kind : 3, : 4, count : 9;
    int level : 5;
};

static struct flags *common;

static void *worker(void *arg) {
    struct flags own;
    own.kind = 5;
    own.ready = 1;
    own.level = -3;
    struct flags copy = own;
    assert(copy.ready && copy.kind == 5 && copy.level == -3);
    assert(common->kind == 2 && !common->ready);
    return arg;
}

int main(void) {
    pthread_t one, two;
    common = malloc(sizeof *common);
    common->kind = 2;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(common);
    return 0;
}
