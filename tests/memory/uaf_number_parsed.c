// CONSTRUCT: strtol reads a text that another thread may have given back, both under one lock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *parse(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    long number = strtol(text, NULL, 10); // MEMORY! use-after-free
    pthread_mutex_unlock(&lock);
    return (void *)number;
}

static void *give_back(void *arg) {
    pthread_mutex_lock(&lock);
    free(text);
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
