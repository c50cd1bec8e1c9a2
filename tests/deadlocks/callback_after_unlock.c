// CONSTRUCT: the callback is called when the lock was given back
#include <pthread.h>

static pthread_mutex_t source_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t model_lock = PTHREAD_MUTEX_INITIALIZER;
static int value, updates;
static void (*listener)(int);

static void on_change(int fresh) {
    pthread_mutex_lock(&model_lock);
    updates += fresh;
    pthread_mutex_unlock(&model_lock);
}

static void set(int fresh) {
    pthread_mutex_lock(&source_lock);
    value = fresh;
    void (*told)(int) = listener;
    pthread_mutex_unlock(&source_lock);
    if (told)
        told(fresh);
}

static void *source(void *arg) {
    (void)arg;
    set(1);
    return NULL;
}

static void *model(void *arg) {
    (void)arg;
    pthread_mutex_lock(&model_lock);
    updates++;
    pthread_mutex_lock(&source_lock);
    value = 0;
    pthread_mutex_unlock(&source_lock);
    pthread_mutex_unlock(&model_lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    listener = on_change;
    pthread_create(&t1, NULL, source, NULL);
    pthread_create(&t2, NULL, model, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
