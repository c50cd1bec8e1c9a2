// CONSTRUCT: main creates into a variable of its own, and then copies the id where the new thread reads it
#include <pthread.h>

static pthread_t published;
static int same;

static void *worker(void *arg) {
    same = pthread_equal(published, pthread_self()); // RACE!
    return arg;
}

int main(void) {
    pthread_t own;
    pthread_create(&own, NULL, worker, NULL);
    published = own; // RACE!
    pthread_join(own, NULL);
    return same > 1;
}
