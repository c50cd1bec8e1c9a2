// CONSTRUCT: strcasecmp reads a block of the heap up to where it differs, another thread writes behind that
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void *write(void *arg) {
    ((char *)arg)[30] = 'b';
    return NULL;
}

static void *compare(void *arg) {
    long found = strcasecmp(arg, "AAAAAAAAAAAAAAAAAAAAAAAAAAB");
    return (void *)found;
}

int main(void) {
    pthread_t a, b;
    char *text = malloc(64);
    memset(text, 'a', 63);
    text[63] = '\0';
    pthread_create(&a, NULL, write, text);
    pthread_create(&b, NULL, compare, text);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(text);
    return 0;
}
