// CONSTRUCT: a counter of one byte runs over the end of its range, and indexes a table of all its values
#include <pthread.h>

static unsigned char symbol = 255, folded[256], last;

static void *advance(void *arg) {
    (void)arg;
    symbol++;
    return NULL;
}

static void *fold(void *arg) {
    (void)arg;
    last = folded[symbol]; // SAFE after 255 comes 0
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, advance, NULL);
    pthread_create(&t2, NULL, fold, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
