// VERIFY bug seen, else unknown inet_addr
// CONSTRUCT: on a path that is seldom taken a library reads, unseen, what another thread changes under the same lock
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static char text[8] = "12";
static atomic_int first, second;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *arg) {
    first = 1;
    second = 1;
    second = 2;
    first = 0;
    pthread_mutex_lock(&m);
    text[1] = '3';
    pthread_mutex_unlock(&m);
    return arg;
}

static void *parse(void *arg) {
    if (first == 1 && second == 2) {
        pthread_mutex_lock(&m);
        unsigned number = inet_addr(text);
        pthread_mutex_unlock(&m);
        assert(number != inet_addr("12")); // FAILS
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, parse, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
