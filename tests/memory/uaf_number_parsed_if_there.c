// CONSTRUCT: strtol reads a text that another thread may have given back, and then is not there any more
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *parse(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    long number = text ? strtol(text, NULL, 10) : 0;
    pthread_mutex_unlock(&lock);
    return (void *)number;
}

static void *give_back(void *arg) {
    pthread_mutex_lock(&lock);
    free(text);
    text = NULL;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    text = strdup("12");
    pthread_create(&a, NULL, parse, NULL);
    pthread_create(&b, NULL, give_back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
