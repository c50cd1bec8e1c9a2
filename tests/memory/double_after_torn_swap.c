// CONSTRUCT: two threads swap front and back buffer without a lock; both may end up as one, which main frees twice
#include <pthread.h>
#include <stdlib.h>

static int *front, *back;

static void *swap(void *arg) {
    (void)arg;
    int *kept = front;
    front = back;
    back = kept;
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
    free(back); // MEMORY! double-free
    return 0;
}
