// VERIFY proved
// CONSTRUCT: strlen of a string that another thread makes longer
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[8] = "ab";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *longer(void *arg) {
    pthread_mutex_lock(&lock);
    name[2] = 'c';
    name[3] = 'd';
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *measure(void *arg) {
    pthread_mutex_lock(&lock);
    unsigned long found = strlen(name);
    pthread_mutex_unlock(&lock);
    assert(found == 2 || found == 4);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, measure, NULL);
    pthread_create(&t2, NULL, longer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
