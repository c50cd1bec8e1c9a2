// CONSTRUCT: sscanf storing into shared variables of several types
// EXIT: 0
// OUTPUT: 12 3.5 word 4096\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int number;
static double real;
static char word[16];
static long parsed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int fields;

static void *scan(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    fields += sscanf("12 3.5 word", "%d %lf %15s", &number, &real, word);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *convert(void *arg) {
    (void)arg;
    char *end;
    pthread_mutex_lock(&lock);
    parsed = strtol("0x1000 rest", &end, 0);
    fields += *end == ' ';
    fields += atoi("3");
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, scan, NULL);
    pthread_create(&t2, NULL, convert, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(fields == 7);
    printf("%d %.1f %s %ld\n", number, real, word, parsed);
    return 0;
}
