/* Strings and pointers: three threads count words in a shared hash table with a lock for every stripe of it. argv[1]: roughly
 * the number of events. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define STRIPES 8
#define PLACES 512
#define LONGEST 12

struct entry {
    struct entry *next;
    long count;
    char word[LONGEST];
};

static struct entry *table[PLACES];
static pthread_mutex_t locks[STRIPES];
static long each;

static unsigned hash(const char *word)
{
    unsigned found = 5381;
    for (; *word; word++)
        found = found * 33 + (unsigned char)*word;
    return found;
}

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void count_word(const char *word)
{
    unsigned place = hash(word) % PLACES;
    pthread_mutex_lock(&locks[place % STRIPES]);
    struct entry *entry = table[place];
    while (entry && !same(entry->word, word))
        entry = entry->next;
    if (!entry) {
        entry = malloc(sizeof *entry);
        entry->count = 0;
        entry->next = table[place];
        strcpy(entry->word, word);
        table[place] = entry;
    }
    entry->count++;
    pthread_mutex_unlock(&locks[place % STRIPES]);
}

static void *count_words(void *seed)
{
    unsigned next = (unsigned)(size_t)seed;
    char word[LONGEST];
    for (long i = 0; i < each; i++) {
        next = next * 1664525 + 1013904223;
        unsigned number = next >> 20, length = 0;
        do
            word[length++] = (char)('a' + number % 16);
        while (number /= 16);
        memcpy(word + length, "ing", 4);
        count_word(word);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    /* some 80 events a word */
    each = (argc > 1 ? atol(argv[1]) : 5000000) / 80 / THREADS + 1;
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, count_words, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    long sum = 0;
    for (int i = 0; i < PLACES; i++)
        for (struct entry *entry = table[i]; entry; entry = entry->next)
            sum += entry->count;
    assert(sum == THREADS * each);
    return 0;
}
