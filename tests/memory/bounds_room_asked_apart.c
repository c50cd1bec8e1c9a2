// CONSTRUCT: whether a stack has room is asked in one section of its lock, and the value is pushed in the next
#include <pthread.h>

#define SIZE 2

static int stack[SIZE], count = 1;
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
    int has_room = count < SIZE;
    pthread_mutex_unlock(&lock);
    if (has_room) {
        pthread_mutex_lock(&lock);
        stack[count++] = 7; // MEMORY! out-of-bounds
        pthread_mutex_unlock(&lock);
    }
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
