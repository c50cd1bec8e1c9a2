// VERIFY unknown strverscmp
// A library reads a block that another thread allocated, beyond its first word.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct shared {
    pthread_mutex_t lock;
    char text[64];
};

static void *writer(void *arg) {
    struct shared *all = arg;
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&all->lock);
        all->text[11] = digit;
        pthread_mutex_unlock(&all->lock);
    }
    return 0;
}

static void *reader(void *arg) {
    struct shared *all = arg;
    pthread_mutex_lock(&all->lock);
    int same = strverscmp(all->text, "key=00000005") == 0;
    pthread_mutex_unlock(&all->lock);
    assert(!same);
    return 0;
}

int main(void) {
    pthread_t one, other;
    struct shared *all = malloc(sizeof *all);
    pthread_mutex_init(&all->lock, 0);
    strcpy(all->text, "key=00000000");
    pthread_create(&one, 0, writer, all);
    pthread_create(&other, 0, reader, all);
    pthread_join(one, 0);
    pthread_join(other, 0);
    free(all);
}
