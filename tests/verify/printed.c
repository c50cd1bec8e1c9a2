// VERIFY proved
// CONSTRUCT: a shared number printed into a string
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int x;
static char text[16];

static void *write_it(void *arg) {
    int now = x;
    snprintf(text, sizeof text, "%d", now);
    return arg;
}

static void *change(void *arg) {
    x = 1;
    x = 12;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, write_it, NULL);
    pthread_create(&t2, NULL, change, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(strlen(text) <= 2);
    return 0;
}
