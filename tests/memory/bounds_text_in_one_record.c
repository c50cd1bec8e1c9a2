// CONSTRUCT: a text and its length are one record, which is replaced as a whole by its pointer
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct text {
    char *characters;
    long length;
};

static struct text first, second;
static _Atomic(struct text *) text = &first;
static char final;

static void *reader(void *arg) {
    (void)arg;
    struct text *mine = atomic_load(&text);
    final = mine->characters[mine->length - 1]; // SAFE both are of one record
    return NULL;
}

static void *editor(void *arg) {
    (void)arg;
    second.characters = calloc(40, 1);
    second.length = 40;
    atomic_store(&text, &second);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    first.characters = calloc(10, 1);
    first.length = 10;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, editor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
