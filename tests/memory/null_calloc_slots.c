// CONSTRUCT: a table of pointers from calloc: the slot is filled by one thread and used by another, without waiting
#include <pthread.h>
#include <stdlib.h>

struct row {
    int width;
};

static struct row **rows;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int width;

static void *filler(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        struct row *row = malloc(sizeof *row);
        row->width = 10 + i;
        pthread_mutex_lock(&lock);
        rows[i] = row;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    width = rows[1]->width; // MEMORY! null
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    rows = calloc(2, sizeof *rows);
    pthread_create(&t1, NULL, filler, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
