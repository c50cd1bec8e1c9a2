// CONSTRUCT: a program of two source files with shared globals, statics of the same name and a header
// EXIT: 0
// OUTPUT: 12 5\n
#include "shared.h"

#include <assert.h>
#include <stdio.h>

static int counter; /* not the counter of b.c */
int total;
pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        add_to_total(3);
        pthread_mutex_lock(&total_lock);
        counter++;
        pthread_mutex_unlock(&total_lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    add_to_total(0);
    assert(counter == 4);
    printf("%d %d\n", total, calls_of_add());
    return 0;
}
