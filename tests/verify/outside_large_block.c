// VERIFY unknown strverscmp
// The same, more than a megabyte into the block.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { AT = 3 << 20 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    text[AT] = 'b';
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    pthread_mutex_lock(&lock);
    int same = strverscmp(text + AT - 8, "0000000b") == 0;
    pthread_mutex_unlock(&lock);
    assert(!same);
    return arg;
}

int main(void) {
    pthread_t one, other;
    text = malloc(AT + 16);
    strcpy(text + AT - 8, "0000000a");
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    free(text);
}
