// CONSTRUCT: the number of the next back end is counted up, and set back where it is one too large: exactly one
#include <pthread.h>

static int calls[3], turn = 1;

static void *request(void *arg) {
    (void)arg;
    turn++;
    if (turn == 3)
        turn = 0;
    calls[turn]++; // MEMORY! out-of-bounds
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, request, NULL);
    pthread_create(&t2, NULL, request, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
