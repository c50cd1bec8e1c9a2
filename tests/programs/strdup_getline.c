// CONSTRUCT: library functions that allocate: strdup, strndup, asprintf, getline
// STDIN: a line of input
// FLAGS: -D_GNU_SOURCE
// EXIT: 0
// OUTPUT: a line of input|a line|15\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line, *copy, *part;
static size_t size;
static ssize_t length;

static void *duplicate(void *arg) {
    (void)arg;
    copy = strdup(line);
    return NULL;
}

static void *cut(void *arg) {
    (void)arg;
    part = strndup(line, 6);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    char *text;
    length = getline(&line, &size, stdin);
    assert(length > 0 && size >= (size_t)length);
    line[length - 1] = '\0';
    pthread_create(&t1, NULL, duplicate, NULL);
    pthread_create(&t2, NULL, cut, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int n = asprintf(&text, "%s|%s|%zd", copy, part, length - 1);
    assert(n == 25 && copy != line);
    puts(text);
    free(line);
    free(copy);
    free(part);
    free(text);
    return 0;
}
