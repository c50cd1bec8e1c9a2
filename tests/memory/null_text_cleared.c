// CONSTRUCT: the first letter of a message of the day is shown, if there is one
#include <pthread.h>
#include <stdlib.h>

static const char *motd = "welcome";
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static char shown;

static int has_motd(void) {
    pthread_rwlock_rdlock(&lock);
    int has = motd != NULL;
    pthread_rwlock_unlock(&lock);
    return has;
}

static char initial(void) {
    pthread_rwlock_rdlock(&lock);
    char letter = motd[0]; // MEMORY! null
    pthread_rwlock_unlock(&lock);
    return letter;
}

static void *login(void *arg) {
    (void)arg;
    if (has_motd())
        shown = initial();
    return NULL;
}

static void *administrator(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    motd = NULL;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, login, NULL);
    pthread_create(&t2, NULL, administrator, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
