// VERIFY bug
// CONSTRUCT: which way was taken is only told by what is in a pipe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

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

int main(void) {
    pthread_t t;
    int ends[2];
    char got = 0;
    if (pipe(ends)) return 1;
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun) && write(ends[1], "x", 1) != 1) return 1;
    if (!is(&ended)) {
        if (write(ends[1], "y", 1) != 1) return 1;
        if (read(ends[0], &got, 1) != 1) return 1;
        assert(got == 'y'); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
