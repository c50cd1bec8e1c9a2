// VERIFY proved
// CONSTRUCT: what a library reads unseen is the thread's own
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *parse(void *arg) {
    char text[8] = "12";
    assert(strtol(text, NULL, 10) == 12);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, parse, NULL);
    pthread_create(&b, NULL, parse, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
