// CONSTRUCT: letters are counted by their code as an unsigned char, for which the table is large enough
#include <pthread.h>

static int counts[256];
static char text[2] = "a";

static void *count(void *arg) {
    (void)arg;
    counts[(unsigned char)text[0]]++; // SAFE
    return NULL;
}

static void *type(void *arg) {
    (void)arg;
    text[0] = '\xe9';
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, type, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
