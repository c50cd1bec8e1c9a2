// CONSTRUCT: printf from several threads, ordered by a mutex and a turn
// EXIT: 0
// OUTPUT: line 0\nline 1\nline 2\n
#include <pthread.h>
#include <stdio.h>

static int turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *say(void *arg) {
    int me = (int)(long)arg;
    pthread_mutex_lock(&lock);
    while (turn != me)
        pthread_cond_wait(&changed, &lock);
    printf("line %d\n", me);
    turn++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (long i = 2; i >= 0; i--)
        pthread_create(&t[i], NULL, say, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
