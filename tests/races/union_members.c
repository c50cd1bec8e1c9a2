// CONSTRUCT: two members of a union are the same memory
#include <pthread.h>

static union {
    int number;
    unsigned char bytes[4];
} value;

static void *whole(void *arg) {
    (void)arg;
    value.number = 0x01020304; // RACE!
    return NULL;
}

static void *part(void *arg) {
    (void)arg;
    value.bytes[3] = 9; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, whole, NULL);
    pthread_create(&t2, NULL, part, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
