// VERIFY proved
// Main's variables beside the one that a library is given are no part of it.
#include <assert.h>
#include <fnmatch.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    char *number = arg;
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&lock);
        number[1] = digit;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reader(void *text) {
    pthread_mutex_lock(&lock);
    int found = fnmatch("key=*5", text, 0) == 0;
    pthread_mutex_unlock(&lock);
    assert(!found);
    return text;
}

int main(void) {
    pthread_t one, other;
    char number[2] = "a", text[16];
    strcpy(text, "key=00000000");
    pthread_create(&one, 0, reader, text);
    pthread_create(&other, 0, writer, number);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
