// CONSTRUCT: strcpy, strncpy, strcat, strlen, strcmp, strchr, strstr, memcmp, memchr on shared text
// EXIT: 0
// OUTPUT: left-right\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char left[16], right[16], joined[32];

static void *make_left(void *arg) {
    (void)arg;
    strcpy(left, "le");
    strcat(left, "ft");
    return NULL;
}

static void *make_right(void *arg) {
    (void)arg;
    strncpy(right, "right side", 5);
    right[5] = '\0';
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, make_left, NULL);
    pthread_create(&t2, NULL, make_right, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    strcpy(joined, left);
    strncat(joined, "-----", 1);
    strcat(joined, right);
    assert(strlen(joined) == 10);
    assert(strcmp(left, "left") == 0 && strncmp(right, "rigid", 3) == 0);
    assert(strchr(joined, '-') == joined + 4 && strrchr(joined, 't') == joined + 9);
    assert(strstr(joined, "righ") == joined + 5);
    assert(memcmp(left, right, 1) < 0 && memchr(right, 'g', 5) == right + 2);
    puts(joined);
    return 0;
}
