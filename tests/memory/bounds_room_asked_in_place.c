// CONSTRUCT: whether a stack has room is asked in the section in which the value is pushed
#include <pthread.h>

#define SIZE 2

static int stack[SIZE], count = 1, refused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *popper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (count > 0)
        count--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *pusher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (count < SIZE)
        stack[count++] = 7; // SAFE
    else
        refused++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, popper, NULL);
    pthread_create(&t2, NULL, pusher, NULL);
    pthread_create(&t3, NULL, pusher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
