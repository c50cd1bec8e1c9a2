// CONSTRUCT: structs of one array, each with its own thread
#include <pthread.h>

struct rect {
    int x, y, width, height;
};

static struct rect windows[2], copy;

static void *resizer(void *arg) {
    (void)arg;
    windows[0].width = 80;
    windows[0].height = 24;
    return NULL;
}

static void *painter(void *arg) {
    (void)arg;
    copy = windows[1];
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, resizer, NULL);
    pthread_create(&t2, NULL, painter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
