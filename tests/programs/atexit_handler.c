// CONSTRUCT: atexit handlers run in reverse order after main returns
// EXIT: 0
// OUTPUT: main 2\nsecond 3\nfirst 4\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void first(void) { printf("first %d\n", ++count); }
static void second(void) { printf("second %d\n", ++count); }

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atexit(first);
    atexit(second);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("main %d\n", count);
    return 0;
}
