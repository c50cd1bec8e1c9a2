// A table in which equal strings are one: looked up under a lock for reading, put in under one for writing.
// BUG: assertion: nobody looks again before he puts in
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 5
#endif
#define BUCKETS 4

struct entry { struct entry *next; char text[8]; };
static struct entry *table[BUCKETS];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const char *got[2][N];
static int ids[2] = {0, 1};

static unsigned bucket_of(const char *text) {
    unsigned sum = 0;
    while (*text)
        sum = sum * 31 + (unsigned char)*text++;
    return sum % BUCKETS;
}

static struct entry *find(const char *text) {
    struct entry *entry = table[bucket_of(text)];
    while (entry && strcmp(entry->text, text) != 0)
        entry = entry->next;
    return entry;
}

static const char *intern(const char *text) {
    pthread_rwlock_rdlock(&lock);
    struct entry *entry = find(text);
    pthread_rwlock_unlock(&lock);
    if (entry)
        return entry->text;
    pthread_rwlock_wrlock(&lock);
#ifndef BUG
    entry = find(text);
#endif
    if (!entry) {
        entry = malloc(sizeof *entry);
        strcpy(entry->text, text);
        entry->next = table[bucket_of(text)];
        table[bucket_of(text)] = entry;
    }
    pthread_rwlock_unlock(&lock);
    return entry->text;
}

static void *work(void *id) {
    for (int i = 0; i < N; i++) {
        char name[] = "name";
        name[3] = (char)('a' + i % 3);
        got[*(int *)id][i] = intern(name);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        assert(got[0][i] == got[1][i]);
    return 0;
}
