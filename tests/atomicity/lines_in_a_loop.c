// CONSTRUCT: lines within a loop: each time around is a block of its own, and others may come between them
// ATOMIC: lines_in_a_loop.c:13-16
#include <pthread.h>
#include <stdio.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    const int *numbers = arg;
    for (int i = 0; i < 2; i++) {

        pthread_mutex_lock(&lock);
        sum = sum * 3 + numbers[i]; // ATOMIC

        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int odd[] = {1, 3}, even[] = {2, 4};
    pthread_create(&a, NULL, add, odd);
    pthread_create(&b, NULL, add, even);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
    return 0;
}
