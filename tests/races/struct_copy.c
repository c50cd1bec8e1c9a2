// CONSTRUCT: a struct is assigned as a whole while one field is updated under a lock
#include <pthread.h>

struct rect {
    int x, y, width, height;
};

static struct rect window, copy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *resizer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    window.width = 80; // RACE!
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *painter(void *arg) {
    (void)arg;
    copy = window; // RACE!
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
