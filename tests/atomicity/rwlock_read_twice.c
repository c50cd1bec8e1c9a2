// CONSTRUCT: a block that only reads, with two read sections; a writer gets the lock between them
// ATOMIC: draw
#include <pthread.h>
#include <stdio.h>

static int theme = 1;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *draw(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int ink = theme; // TORN!
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    int paper = theme + 10; // TORN!
    pthread_rwlock_unlock(&lock);
    printf("%d on %d\n", ink, paper);
    return arg;
}

static void *change(void *arg) {
    pthread_rwlock_wrlock(&lock);
    theme = 2; // TORN!
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, draw, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
