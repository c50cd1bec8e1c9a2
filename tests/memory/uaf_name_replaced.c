// CONSTRUCT: the length of a name is asked for while another thread puts a new name in its place
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *name;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t width;

static void *layout(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    const char *mine = name;
    pthread_mutex_unlock(&lock);
    width = strlen(mine); // MEMORY! use-after-free
    return NULL;
}

static void *rename_it(void *arg) {
    (void)arg;
    char *fresh = strdup("third");
    pthread_mutex_lock(&lock);
    char *old = name;
    name = fresh;
    pthread_mutex_unlock(&lock);
    free(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    name = strdup("first");
    pthread_create(&t1, NULL, layout, NULL);
    pthread_create(&t2, NULL, rename_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
