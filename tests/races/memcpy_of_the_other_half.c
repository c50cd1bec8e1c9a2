// CONSTRUCT: each thread fills its own half of a buffer
#include <pthread.h>
#include <string.h>

static char buffer[16];

static void *left(void *arg) {
    (void)arg;
    memcpy(buffer, "01234567", 8);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    memset(buffer + 8, 'x', 8);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, left, NULL);
    pthread_create(&t2, NULL, right, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
