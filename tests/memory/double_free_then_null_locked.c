// CONSTRUCT: two threads close the same file; the buffer is freed and its pointer cleared in one section
#include <pthread.h>
#include <stdlib.h>

static struct file {
    pthread_mutex_t lock;
    char *buffer;
} file = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void *close_it(void *arg) {
    (void)arg;
    pthread_mutex_lock(&file.lock);
    free(file.buffer); // SAFE the second one frees nothing
    file.buffer = NULL;
    pthread_mutex_unlock(&file.lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    file.buffer = malloc(16);
    pthread_create(&t1, NULL, close_it, NULL);
    pthread_create(&t2, NULL, close_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
