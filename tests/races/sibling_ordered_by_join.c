// CONSTRUCT: main joins the first worker before it creates the second
#include <pthread.h>

static int stage;

static void *worker(void *arg) {
    (void)arg;
    stage++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
    return stage == 3 ? 0 : 1;
}
