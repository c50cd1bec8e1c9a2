// VERIFY bug seen, else unknown fnmatch
// Memory that the system gave.
#include <assert.h>
#include <fnmatch.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    char *text = arg;
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&lock);
        text[11] = digit;
        pthread_mutex_unlock(&lock);
    }
    return text;
}

static void *reader(void *text) {
    pthread_mutex_lock(&lock);
    int found = fnmatch("key=*5", text, 0) == 0;
    pthread_mutex_unlock(&lock);
    assert(!found); // FAILS
    return text;
}

int main(void) {
    pthread_t one, other;
    char *text = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    strcpy(text, "key=00000000");
    pthread_create(&one, 0, reader, text);
    pthread_create(&other, 0, writer, text);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
