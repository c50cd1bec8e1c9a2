// CONSTRUCT: the first thread looks for the second in the array of ids, into which main may be storing it
#include <pthread.h>

static pthread_t ids[2];
static int found;

static void *first(void *arg) {
    found = pthread_equal(ids[1], pthread_self()); // RACE!
    return arg;
}

static void *second(void *arg) {
    return pthread_equal(ids[0], pthread_self()) ? &found : arg; // NORACE
}

int main(void) {
    pthread_create(&ids[0], NULL, first, NULL);
    pthread_create(&ids[1], NULL, second, NULL); // RACE!
    pthread_join(ids[0], NULL);
    pthread_join(ids[1], NULL);
    return found;
}
