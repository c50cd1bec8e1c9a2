// CONSTRUCT: the number of the next back end is counted up without a lock, and taken modulo their number
#include <pthread.h>

static int calls[3];
static unsigned turn = 2;

static void *request(void *arg) {
    (void)arg;
    turn = turn + 1;
    calls[turn % 3]++; // SAFE whatever the counter is
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
