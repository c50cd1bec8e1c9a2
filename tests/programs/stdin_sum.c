// CONSTRUCT: numbers read from standard input with scanf, summed by two threads
// STDIN: 4 8 15 16 23 42
// EXIT: 0
// OUTPUT: 6 108\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int numbers[16];
static int count, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sum(void *arg) {
    int start = (int)(long)arg;
    for (int i = start; i < count; i += 2) {
        pthread_mutex_lock(&lock);
        total += numbers[i];
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    while (count < 16 && scanf("%d", &numbers[count]) == 1)
        count++;
    pthread_create(&t1, NULL, sum, (void *)0L);
    pthread_create(&t2, NULL, sum, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 6 && total == 108);
    printf("%d %d\n", count, total);
    return 0;
}
