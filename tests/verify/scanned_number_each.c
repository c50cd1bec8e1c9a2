// VERIFY proved
// CONSTRUCT: sscanf takes a number out of a text of which another thread changes a digit
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[16] = "key=100";

static void set(char digit) {
    pthread_mutex_lock(&lock);
    text[5] = digit;
    pthread_mutex_unlock(&lock);
}

static void *change(void *arg) {
    set('1');
    set('2');
    return arg;
}

static void *look(void *arg) {
    int number = -1;
    pthread_mutex_lock(&lock);
    int done = sscanf(text, "key=%d", &number);
    pthread_mutex_unlock(&lock);
    assert(done == 1 && (number == 100 || number == 110 || number == 120));
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
