// CONSTRUCT: a registry of names: a name is put in where it was not found, some time ago
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 4 };

static char names[MOST][8];
static int count;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int is_known(const char *name) {
    int known = 0;
    pthread_rwlock_rdlock(&lock);
    for (int at = 0; at < count; at++)
        known |= strcmp(names[at], name) == 0;
    pthread_rwlock_unlock(&lock);
    return known;
}

static int enter(const char *name) {
    if (is_known(name))
        return 0;
    pthread_rwlock_wrlock(&lock);
    strcpy(names[count], name);
    count++;
    pthread_rwlock_unlock(&lock);
    return 1;
}

static void *plugin(void *arg) {
    enter(arg);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, plugin, "gzip");
    pthread_create(&two, NULL, plugin, "gzip");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    int failures = 0;
    for (int at = 1; at < count; at++) {
        if (strcmp(names[at], names[0]) == 0) {
            fprintf(stderr, "%s is there twice\n", names[at]);
            failures++;
        }
    }
    return failures; // FAILS exit
}
