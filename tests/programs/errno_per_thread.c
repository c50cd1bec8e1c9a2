// CONSTRUCT: errno belongs to each thread
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int codes[2];

static void *bad_descriptor(void *arg) {
    (void)arg;
    errno = 0;
    int rc = close(-1);
    codes[0] = rc == -1 ? errno : 0;
    return NULL;
}

static void *no_file(void *arg) {
    (void)arg;
    errno = 0;
    int fd = open("/no/such/file/anywhere", O_RDONLY);
    codes[1] = fd == -1 ? errno : 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    errno = EXDEV;
    pthread_create(&t1, NULL, bad_descriptor, NULL);
    pthread_create(&t2, NULL, no_file, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(codes[0] == EBADF && codes[1] == ENOENT);
    assert(errno == EXDEV);
    return 0;
}
