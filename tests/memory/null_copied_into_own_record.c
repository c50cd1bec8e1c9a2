// CONSTRUCT: a shared pointer is copied into a record of the thread's own, and followed there
#include <pthread.h>
#include <stdlib.h>

struct font {
    int size;
};
struct style {
    struct font *font;
    int bold;
};

static struct font plain = {12}, *selected = &plain;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int height;

static int measure(const struct style *style) {
    return style->font->size + style->bold; // MEMORY! null
}

static void *render(void *arg) {
    (void)arg;
    struct style style = {NULL, 1};
    pthread_mutex_lock(&lock);
    style.font = selected;
    pthread_mutex_unlock(&lock);
    height = measure(&style);
    return NULL;
}

static void *deselect(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    selected = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, render, NULL);
    pthread_create(&t2, NULL, deselect, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
