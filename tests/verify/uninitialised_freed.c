// VERIFY unknown is given to free
// CONSTRUCT: a pointer that nobody has written is given back
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct record {
    int number;
    char *text;
};

static int done;

static void *worker(void *arg) {
    struct record *record = malloc(sizeof *record);
    record->number = 1;
    free(record->text);
    done = record->number;
    free(record);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(done == 1);
    return 0;
}
