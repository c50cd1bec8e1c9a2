// VERIFY proved
// CONSTRUCT: bcmp of a block that main allocated, far behind its first word, with a text that is never there
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct request {
    pthread_mutex_t lock;
    char text[32];
};

static void *count(void *arg) {
    struct request *request = arg;
    for (char digit = '1'; digit <= '4'; digit++) {
        pthread_mutex_lock(&request->lock);
        request->text[11] = digit;
        pthread_mutex_unlock(&request->lock);
    }
    return NULL;
}

static void *compare(void *arg) {
    struct request *request = arg;
    pthread_mutex_lock(&request->lock);
    int same = bcmp(request->text, "key=00000005", 13) == 0;
    pthread_mutex_unlock(&request->lock);
    assert(!same);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct request *request = malloc(sizeof *request);
    pthread_mutex_init(&request->lock, NULL);
    strcpy(request->text, "key=00000000");
    pthread_create(&a, NULL, count, request);
    pthread_create(&b, NULL, compare, request);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(request);
    return 0;
}
