// CONSTRUCT: a double-ended queue is emptied from both ends, each end with a lock of its own; the ends may meet
#include <pthread.h>
#include <stdlib.h>

static void *items[3];
static int front, back = 2;
static pthread_mutex_t at_front = PTHREAD_MUTEX_INITIALIZER, at_back = PTHREAD_MUTEX_INITIALIZER;

static void *from_front(void *arg) {
    (void)arg;
    pthread_mutex_lock(&at_front);
    free(items[front]); // SAFE it is 0: only one thread comes from here
    front++;
    pthread_mutex_unlock(&at_front);
    return NULL;
}

static void *from_back(void *arg) {
    (void)arg;
    pthread_mutex_lock(&at_back);
    if (front < back) {
        free(items[back]); // SAFE 2
        back--;
    }
    pthread_mutex_unlock(&at_back);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 3; i++)
        items[i] = malloc(8);
    pthread_create(&t1, NULL, from_front, NULL);
    pthread_create(&t2, NULL, from_back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
