// CONSTRUCT: a name is copied and measured under its lock
#include <pthread.h>
#include <string.h>

static char name[16] = "none";
static size_t length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *renamer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    strcpy(name, "anna");
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    length = strlen(name);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, renamer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
