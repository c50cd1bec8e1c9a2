// CONSTRUCT: two bytes stored in the middle of a word that another thread stores as a whole
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static uint64_t word;

static void *whole(void *arg) {
    (void)arg;
    word = 1; // RACE!
    return NULL;
}

static void *middle(void *arg) {
    (void)arg;
    ((uint16_t *)&word)[1] = 7; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, whole, NULL);
    pthread_create(&t2, NULL, middle, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
