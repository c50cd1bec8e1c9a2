// CONSTRUCT: the pointer is loaded and its count raised in one section; the last one to leave frees
#include <pthread.h>
#include <stdlib.h>

struct image {
    int references, width;
};

static struct image *shown;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int painted;

static struct image *take(void) {
    pthread_mutex_lock(&lock);
    struct image *mine = shown;
    if (mine != NULL)
        mine->references++; // SAFE
    pthread_mutex_unlock(&lock);
    return mine;
}

static void drop(struct image *mine) {
    pthread_mutex_lock(&lock);
    int left = --mine->references;
    pthread_mutex_unlock(&lock);
    if (left == 0)
        free(mine);
}

static void *painter(void *arg) {
    (void)arg;
    struct image *mine = take();
    if (mine == NULL)
        return NULL;
    painted = mine->width; // SAFE our reference keeps it
    drop(mine);
    return NULL;
}

static void *closer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct image *old = shown;
    shown = NULL;
    pthread_mutex_unlock(&lock);
    drop(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    shown = calloc(1, sizeof *shown);
    shown->references = 1;
    shown->width = 640;
    pthread_create(&t1, NULL, painter, NULL);
    pthread_create(&t2, NULL, closer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
