// CHECK proved
// CONSTRUCT: waiting where nothing was there: the signal comes between the look and the wait
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int mails;

static void *deliver(void *arg) {
    pthread_mutex_lock(&lock);
    mails++;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *collect(void *arg) {
    pthread_mutex_lock(&lock);
    while (mails == 0)
        pthread_cond_wait(&arrived, &lock);
    mails--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t postman, owner;
    pthread_create(&postman, NULL, deliver, NULL);
    pthread_create(&owner, NULL, collect, NULL);
    pthread_join(postman, NULL);
    pthread_join(owner, NULL);
    return mails == 0 ? 0 : 1;
}
