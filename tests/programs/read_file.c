// CONSTRUCT: write, lseek, read and pread on the descriptor of a temporary file shared by threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
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
    char whole[9] = "";
    FILE *file = tmpfile();
    assert(file != NULL);
    fd = fileno(file);
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
    fclose(file);
    return 0;
}
