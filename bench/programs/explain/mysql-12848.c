// MySQL bug 12848: Query_cache::resize frees the cache under its lock, but sets the new size and makes the new cache
// without it. A connection that stores a query in between sees a size that is not zero, takes this for a cache that
// is there, and gets no block from it. The program keeps resize (in main, where `set global query_cache_size` runs)
// and store_query, on a cache of a few blocks.
//
// KIND: AV
// THREADS: 2
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct block {
    struct block *next;
    int query;
};

#define BLOCKS 2

struct query_cache {
    pthread_mutex_t guard;
    int size;
    struct block *free_blocks;
    int stored;
};

static struct block memory[BLOCKS];
static struct query_cache cache = {.guard = PTHREAD_MUTEX_INITIALIZER};

static int init_cache(void)
{
    memory[0].next = &memory[1];
    memory[1].next = NULL;
    cache.stored = 0;
    cache.free_blocks = &memory[0];
    return BLOCKS;
}

static void free_cache(void)
{
    pthread_mutex_lock(&cache.guard);
    cache.free_blocks = NULL;     // CAUSE
    cache.size = 0;
    pthread_mutex_unlock(&cache.guard);
}

static void resize(int size)
{
    free_cache();
    cache.size = size;            // CAUSE switch 1 from
    cache.size = init_cache();
}

static void *store_query(void *query)
{
    pthread_mutex_lock(&cache.guard);
    if (cache.size != 0) {        // CAUSE switch 1 to
        struct block *block = cache.free_blocks;  // CAUSE
        assert(block != NULL);
        cache.free_blocks = block->next;
        block->query = *(int *)query;
        cache.stored++;
    }
    pthread_mutex_unlock(&cache.guard);
    return NULL;
}

int main(void)
{
    int query = 42;
    pthread_t connection;
    cache.size = init_cache();
    pthread_create(&connection, NULL, store_query, &query);
    resize(BLOCKS);
    pthread_join(connection, NULL);
    return 0;
}
