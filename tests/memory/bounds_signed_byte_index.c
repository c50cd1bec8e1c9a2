// CONSTRUCT: a counter of one byte with a sign runs over the end of its range, and indexes a table
#include <pthread.h>

static signed char symbol = 127;
static unsigned char folded[128], last;

static void *fold(void *arg) {
    (void)arg;
    last = folded[symbol]; // MEMORY! out-of-bounds
    return NULL;
}

static void *advance(void *arg) {
    (void)arg;
    symbol++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, fold, NULL);
    pthread_create(&t2, NULL, advance, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
