// CONSTRUCT: integers cast to pointers as thread arguments and results
// EXIT: 0
// OUTPUT: 10 -20 30\n
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *times_ten(void *arg) {
    int n = (int)(intptr_t)arg;
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
    return (void *)(intptr_t)(n * 10);
}

int main(void) {
    pthread_t t[3];
    int n[3] = {1, -2, 3};
    void *r[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, times_ten, (void *)(intptr_t)n[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], &r[i]);
    assert(sum == 2);
    printf("%d %d %d\n", (int)(intptr_t)r[0], (int)(intptr_t)r[1], (int)(intptr_t)r[2]);
    return 0;
}
