// CONSTRUCT: standard input read character by character inside a thread
// STDIN: a b c
// EXIT: 0
// OUTPUT: 3 letters 2 spaces\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int letters, spaces;

static void *count(void *arg) {
    (void)arg;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == ' ')
            spaces++;
        else
            letters++;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    assert(letters == 3);
    printf("%d letters %d spaces\n", letters, spaces);
    return 0;
}
