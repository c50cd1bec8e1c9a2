// CONSTRUCT: idle buffers lie on a stack, and two threads take the uppermost one: index read, then lowered
#include <pthread.h>
#include <stdlib.h>

static void *idle[4];
static int count;

static void *shrink(void *arg) {
    (void)arg;
    int top = count - 1;
    count = top;
    free(idle[top]); // MEMORY! double-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (count = 0; count < 3; count++)
        idle[count] = malloc(32);
    pthread_create(&t1, NULL, shrink, NULL);
    pthread_create(&t2, NULL, shrink, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
