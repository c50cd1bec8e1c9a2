// CONSTRUCT: some lines of a function are the block; what they call belongs to it
// ATOMIC: lines_over_two_calls.c:25-28
#include <pthread.h>
#include <stdio.h>

static int next = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int peek(void) {
    pthread_mutex_lock(&lock);
    int seen = next; // TORN!
    pthread_mutex_unlock(&lock);
    return seen;
}

static void advance_to(int value) {
    pthread_mutex_lock(&lock);
    next = value; // TORN!
    pthread_mutex_unlock(&lock);
}

static void *take(void *arg) {
    int *mine = arg;
    {
        int number = peek();
        advance_to(number + *mine);
        *mine = number;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int first = 1, second = 2;
    pthread_create(&a, NULL, take, &first);
    pthread_create(&b, NULL, take, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", first, second);
    return 0;
}
