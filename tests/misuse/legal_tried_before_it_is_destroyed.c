// VERIFY: proved
// CONSTRUCT: the owner destroys a mutex when it could be locked and all users have left it
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static void *user(void *unused) {
    pthread_mutex_lock(&m);
    left--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, user, NULL);
    int over = 0;
    if (pthread_mutex_trylock(&m) == 0) {
        over = left == 0;
        pthread_mutex_unlock(&m);
    }
    if (over)
        pthread_mutex_destroy(&m);
    pthread_join(a, NULL);
    if (!over)
        pthread_mutex_destroy(&m);
    return 0;
}
