// CONSTRUCT: two threads swap front and back buffer under a lock, and main frees both
#include <pthread.h>
#include <stdlib.h>

static int *front, *back;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *swap(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int *kept = front;
    front = back;
    back = kept;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    front = malloc(16);
    back = malloc(16);
    pthread_create(&t1, NULL, swap, NULL);
    pthread_create(&t2, NULL, swap, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(front);
    free(back); // SAFE
    return 0;
}
