// CONSTRUCT: the length of a text is asked for, if there is one; the pointer is read once for each question
#include <pthread.h>
#include <string.h>

static const char *text = "welcome";
static size_t length;

static void *measure(void *arg) {
    (void)arg;
    if (text)
        length = strlen(text); // MEMORY! null
    return NULL;
}

static void *clear(void *arg) {
    (void)arg;
    text = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, measure, NULL);
    pthread_create(&t2, NULL, clear, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
