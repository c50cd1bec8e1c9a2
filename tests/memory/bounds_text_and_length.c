// CONSTRUCT: a text and its length are replaced one after the other; the end of the text is looked for in between
#include <pthread.h>
#include <stdlib.h>

static struct text {
    char *characters;
    long length;
} text;
static char final;

static void *reader(void *arg) {
    (void)arg;
    final = text.characters[text.length - 1]; // MEMORY! out-of-bounds
    return NULL;
}

static void *editor(void *arg) {
    (void)arg;
    char *fresh = calloc(40, 1);
    text.length = 40;
    text.characters = fresh;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    text.characters = calloc(10, 1);
    text.length = 10;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, editor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
