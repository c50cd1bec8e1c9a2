// VERIFY unknown writev
// What a library comes to through a pointer that another thread has put into shared memory.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];

static void *writer(void *arg) {
    struct iovec *all = arg;
    char *text = all->iov_base;
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&lock);
        text[11] = digit;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reader(void *arg) {
    char got[12] = "";
    pthread_mutex_lock(&lock);
    writev(ends[1], arg, 1);
    pthread_mutex_unlock(&lock);
    read(ends[0], got, 12);
    assert(got[11] != '5');
    return arg;
}

int main(void) {
    pthread_t one, other;
    struct iovec *all = malloc(sizeof *all);
    all->iov_base = strdup("key=00000000");
    all->iov_len = 12;
    pipe(ends);
    pthread_create(&one, 0, reader, all);
    pthread_create(&other, 0, writer, all);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
