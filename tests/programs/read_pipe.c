// CONSTRUCT: a thread blocks in read() on a pipe until another thread writes
// EXIT: 0
// OUTPUT: ping\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static char got[8];
static ssize_t length;

static void *reader(void *arg) {
    (void)arg;
    length = read(ends[0], got, sizeof got - 1);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    ssize_t n = write(ends[1], "ping", 4);
    assert(n == 4);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int rc = pipe(ends);
    assert(rc == 0);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(length == 4);
    puts(got);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
