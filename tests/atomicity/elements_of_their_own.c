// CONSTRUCT: each thread's block works on its own element of an array
// ATOMIC: work
#include <pthread.h>
#include <stdio.h>

static int count[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    for (int i = 0; i < 2; i++) {
        int seen = count[me]; // ATOMIC
        count[me] = seen + me + 1;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", count[0], count[1]);
    return 0;
}
