// CONSTRUCT: a struct is copied as bytes while one of its fields is stored
#include <pthread.h>
#include <string.h>

struct point {
    int x, y, z;
};

static struct point current, saved;

static void *saver(void *arg) {
    (void)arg;
    memcpy(&saved, &current, sizeof saved); // RACE!
    return NULL;
}

static void *mover(void *arg) {
    (void)arg;
    current.y = 5; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, saver, NULL);
    pthread_create(&t2, NULL, mover, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
