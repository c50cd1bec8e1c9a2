// VERIFY bug
// CONSTRUCT: which way was taken is only told by what strtok keeps
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int begun, ended;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    begun = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static int is(const int *flag) {
    pthread_mutex_lock(&m);
    int seen = *flag;
    pthread_mutex_unlock(&m);
    return seen;
}

static char text[] = "a,b,c";

int main(void) {
    pthread_t t;
    strtok(text, ",");
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) strtok(NULL, ",");
    if (!is(&ended)) {
        char *next = strtok(NULL, ",");
        assert(*next != 'c'); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
