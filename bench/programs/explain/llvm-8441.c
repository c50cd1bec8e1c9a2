// LLVM bug 8441: attribute lists are shared, found again in a global set, and counted. Counting is atomic and the set
// has a lock, but who drops the last reference first sees that the count is zero and then deletes the list, which takes
// it out of the set. In between another thread finds the list in the set and takes a reference; the list is deleted
// under its hands. The program keeps the set, the count and two threads: one drops the list that main made, the other
// looks for an equal one and uses it.
//
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: check seeds 1-3
// RUNS: seeds 0-300
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define LISTS 4

enum attribute { NO_RETURN = 1, NO_UNWIND = 2, READ_ONLY = 4 };

struct attribute_list {
    int attributes;
    bool alive;
    atomic_int references;
};

struct attribute_set {
    pthread_mutex_t lock;
    struct attribute_list *list[LISTS];
};

static struct attribute_list memory[LISTS];
static struct attribute_set set = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct attribute_list *new_list(int attributes)
{
    for (int i = 0; i < LISTS; i++) {
        struct attribute_list *list = &memory[i];
        if (!list->alive) {
            list->alive = true;
            list->attributes = attributes;
            atomic_store(&list->references, 0);
            return list;
        }
    }
    abort();
}

static struct attribute_list *find(int attributes)
{
    for (int i = 0; i < LISTS; i++) {
        if (set.list[i] != NULL && set.list[i]->attributes == attributes)
            return set.list[i];
    }
    return NULL;
}

static void insert(struct attribute_list *list)
{
    int i = 0;
    while (set.list[i] != NULL)
        i++;
    set.list[i] = list;
}

static void erase(const struct attribute_list *list)
{
    for (int i = 0; i < LISTS; i++) {
        if (set.list[i] == list)
            set.list[i] = NULL;
    }
}

static void delete_list(struct attribute_list *list)
{
    pthread_mutex_lock(&set.lock);
    erase(list);
    list->alive = false;                                // CAUSE switch 2 from
    pthread_mutex_unlock(&set.lock);
}

static struct attribute_list *get(int attributes)
{
    pthread_mutex_lock(&set.lock);
    struct attribute_list *list = find(attributes);
    if (list == NULL) {
        list = new_list(attributes);
        insert(list);
    }
    atomic_fetch_add(&list->references, 1);             // CAUSE switch 1 to
    pthread_mutex_unlock(&set.lock);
    return list;
}

static void drop(struct attribute_list *list)
{
    if (atomic_fetch_sub(&list->references, 1) == 1)    // CAUSE switch 1 from
        delete_list(list);
}

static bool has(const struct attribute_list *list, enum attribute attribute)
{
    assert(list->alive);                                // CAUSE switch 2 to
    return (list->attributes & attribute) != 0;
}

static void *erase_function(void *arg)
{
    struct attribute_list *list = arg;
    drop(list);
    return NULL;
}

static void *build_call(void *attributes)
{
    struct attribute_list *list = get(*(int *)attributes);
    if (!has(list, READ_ONLY) && has(list, NO_RETURN))
        return NULL;
    drop(list);
    return NULL;
}

int main(void)
{
    int attributes = NO_UNWIND | READ_ONLY;
    pthread_t eraser, builder;
    pthread_create(&eraser, NULL, erase_function, get(attributes));
    pthread_create(&builder, NULL, build_call, &attributes);
    pthread_join(eraser, NULL);
    pthread_join(builder, NULL);
    return 0;
}
