// CONSTRUCT: one thread writes a byte of a word, the other the whole word
// OUTCOMES: word=11223344 | word=112233aa
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t word;

static void *first(void *arg) {
    (void)arg;
    *(unsigned char *)&word = 0xaa;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    word = 0x11223344u;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("word=%x\n", word);
    return 0;
}
