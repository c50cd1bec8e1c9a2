// CONSTRUCT: the loop counter itself given to every thread (a classic race on the argument)
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int taken[3];

static void *work(void *arg) {
    int i = *(int *)arg; /* main may have moved on */
    if (i >= 0 && i < 3)
        taken[i] = 1;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &i);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    int sum = taken[0] + taken[1] + taken[2];
    assert(sum == 1 || sum == 2);
    return 0;
}
