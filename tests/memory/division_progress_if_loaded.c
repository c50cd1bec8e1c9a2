// CONSTRUCT: the progress of a download in percent: where something was loaded the size is known
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    long size, loaded;
} download = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static long percent;

static void *receiver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&download.lock);
    download.size = 2000;
    pthread_mutex_unlock(&download.lock);
    pthread_mutex_lock(&download.lock);
    download.loaded += 500;
    pthread_mutex_unlock(&download.lock);
    return NULL;
}

static void *progress_bar(void *arg) {
    (void)arg;
    pthread_mutex_lock(&download.lock);
    long loaded = download.loaded, size = download.size;
    pthread_mutex_unlock(&download.lock);
    if (loaded > 0)
        percent = 100 * loaded / size; // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, receiver, NULL);
    pthread_create(&t2, NULL, progress_bar, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
