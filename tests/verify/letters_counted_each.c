// VERIFY proved
// CONSTRUCT: isalpha and toupper of what another thread writes
#include <assert.h>
#include <pthread.h>
#include <ctype.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = "a1b";

static void set(char to) {
    pthread_mutex_lock(&lock);
    text[1] = to;
    pthread_mutex_unlock(&lock);
}

static void *change(void *arg) {
    set('x');
    set('-');
    return arg;
}

static void *look(void *arg) {
    pthread_mutex_lock(&lock);
    int letters = 0;
    for (char *at = text; *at; at++) letters += isalpha((unsigned char)*at) != 0;
    int large = toupper(text[1]);
    pthread_mutex_unlock(&lock);
    assert((letters == 3) == (large == 'X'));
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
