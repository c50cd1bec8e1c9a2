/* The model's objects: a hash table from (address, class) to what the runtime knows of a lock, condition, semaphore ... */
#include "runtime.h"

static struct rd_object **table;
static uint64_t table_size; /* a power of two */
static uint64_t table_used;
static struct rd_object *free_objects;

static uint64_t place_of(uint64_t address, unsigned object_class)
{
    return ((address + object_class) * RD_CHECK_FACTOR) >> 20;
}

static struct rd_object **find(uint64_t address, unsigned object_class)
{
    uint64_t place = place_of(address, object_class);
    for (;; place++) {
        struct rd_object **entry = &table[place & (table_size - 1)];
        if (!*entry || ((*entry)->address == address && (*entry)->object_class == object_class))
            return entry;
    }
}

static void grow_table(void)
{
    struct rd_object **old = table;
    uint64_t old_size = table_size;
    table_size = old_size ? 2 * old_size : 1024;
    table = rd_take(table_size * sizeof *table);
    for (uint64_t i = 0; i < old_size; i++)
        if (old[i])
            *find(old[i]->address, old[i]->object_class) = old[i];
}

struct rd_object *rd_object(uint64_t address, enum rd_class object_class)
{
    if (RD_UNLIKELY(2 * table_used >= table_size))
        grow_table();
    struct rd_object **entry = find(address, object_class);
    if (RD_LIKELY(*entry))
        return *entry;
    struct rd_object *object = free_objects;
    if (object)
        free_objects = object->next_free;
    else
        object = rd_take(sizeof *object);
    *object = (struct rd_object){.address = address, .object_class = (uint8_t)object_class};
    table_used++;
    return *entry = object;
}

void rd_each_object(void (*look)(struct rd_object *object))
{
    for (uint64_t i = 0; i < table_size; i++)
        if (table[i])
            look(table[i]);
}

struct rd_object *rd_reset_object(uint64_t address, enum rd_class object_class)
{
    struct rd_object *object = rd_object(address, object_class);
    *object = (struct rd_object){.address = address, .object_class = (uint8_t)object_class, .initialised = true};
    return object;
}

/* Open addressing: what stands behind the hole and belongs before it moves up. */
void rd_forget_object(struct rd_object *object)
{
    uint64_t mask = table_size - 1;
    uint64_t hole = (uint64_t)(find(object->address, object->object_class) - table);
    for (uint64_t i = (hole + 1) & mask; table[i]; i = (i + 1) & mask) {
        uint64_t home = place_of(table[i]->address, table[i]->object_class) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            hole = i;
        }
    }
    table[hole] = NULL;
    table_used--;
    object->next_free = free_objects;
    free_objects = object;
}
