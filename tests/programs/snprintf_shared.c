// CONSTRUCT: snprintf of a shared counter into a shared buffer
// EXIT: 0
// OUTPUT: count=2\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int count;
static char line[32];
static int lengths;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    count++;
    lengths += snprintf(line, sizeof line, "count=%d", count);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    char small[4];
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(lengths == 14);
    volatile size_t room = sizeof small;
    assert(snprintf(small, room, "%s", line) == 7 && strcmp(small, "cou") == 0);
    puts(line);
    return 0;
}
