// CONSTRUCT: a memset of one byte too many reaches into what another thread fills
#include <pthread.h>
#include <string.h>

static char buffer[16];

static void *left(void *arg) {
    (void)arg;
    memset(buffer, 'a', 9); // RACE!
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    memset(buffer + 8, 'x', 8); // RACE!
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
