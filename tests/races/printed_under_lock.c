// CONSTRUCT: a name is printed and changed under its lock; the stream has its own
#include <pthread.h>
#include <stdio.h>

static char name[8] = "none";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *renamer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    name[0] = 'N';
    pthread_mutex_unlock(&lock);
    printf("renamed\n");
    return NULL;
}

static void *printer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    printf("%s\n", name);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, renamer, NULL);
    pthread_create(&t2, NULL, printer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
