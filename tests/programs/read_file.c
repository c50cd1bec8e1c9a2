// CONSTRUCT: open, write, lseek, read, pread and close on a temporary file shared by threads
// EXIT: 0
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fd;
static char first[5], second[5];

static void *read_first(void *arg) {
    (void)arg;
    ssize_t n = pread(fd, first, 4, 0);
    assert(n == 4);
    return NULL;
}

static void *read_second(void *arg) {
    (void)arg;
    ssize_t n = pread(fd, second, 4, 4);
    assert(n == 4);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    char name[] = "/tmp/read_file_XXXXXX";
    char whole[9] = "";
    fd = mkstemp(name);
    assert(fd >= 0);
    unlink(name);
    ssize_t n = write(fd, "abcdefgh", 8);
    assert(n == 8);
    pthread_create(&t1, NULL, read_first, NULL);
    pthread_create(&t2, NULL, read_second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(strcmp(first, "abcd") == 0 && strcmp(second, "efgh") == 0);
    off_t at = lseek(fd, 0, SEEK_SET);
    n = read(fd, whole, 8);
    assert(at == 0 && n == 8 && strcmp(whole, "abcdefgh") == 0);
    close(fd);
    return 0;
}
