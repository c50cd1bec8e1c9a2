// CONSTRUCT: a check and the use that relies on it are two critical sections
// OUTCOMES: left=-1 | left=0
#include <pthread.h>
#include <stdio.h>

static int seats = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int there = seats > 0;
    pthread_mutex_unlock(&lock);
    if (there) {
        pthread_mutex_lock(&lock);
        seats--;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (seats > 0)
        seats--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("left=%d\n", seats);
    return 0;
}
