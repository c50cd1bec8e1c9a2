// CONSTRUCT: strtok_r, toupper, isdigit, strspn on a shared buffer split by two threads
// EXIT: 0
// OUTPUT: ONE two 3 | 3 words\n
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[] = "one,two;3";
static char *words[4];
static int count, digits;

static void *split(void *arg) {
    (void)arg;
    char *state;
    for (char *w = strtok_r(text, ",;", &state); w; w = strtok_r(NULL, ",;", &state))
        words[count++] = w;
    return NULL;
}

static void *shout(void *arg) {
    char *w = arg;
    for (; *w; w++)
        *w = (char)toupper((unsigned char)*w);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, split, NULL);
    pthread_join(t1, NULL);
    pthread_create(&t2, NULL, shout, words[0]);
    digits = isdigit((unsigned char)words[2][0]) != 0;
    pthread_join(t2, NULL);
    assert(digits == 1 && strspn(words[1], "two") == 3);
    printf("%s %s %s | %d words\n", words[0], words[1], words[2], count);
    return 0;
}
