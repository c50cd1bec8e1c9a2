// MySQL bug 644: join_init_cache counts the fields that a query uses, those whose query_id is its own, and later goes
// over the fields again until it has met as many. Another connection that uses the same table sets the query_id of a
// field to its own in between (Item_field::fix_fields); then the second loop meets one too few, and ran beyond the end
// of the table's fields. The program keeps the two loops and the write, on a table of three fields; its second loop
// stops at the end, and the assertion says that all were met.
//
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define FIELDS 3

struct field {
    int length;
    int query_id;
};

struct table {
    struct field field[FIELDS];
    int field_count;
};

struct thd {
    int query_id;
    struct table *table;
};

struct join_cache {
    int offset[FIELDS];
    int length;
};

static struct table people = {{{4, 0}, {8, 1}, {16, 1}}, FIELDS};
static struct thd joining = {1, &people};
static struct thd selecting = {2, &people};

static int calc_used_fields(const struct thd *thd)
{
    const struct table *table = thd->table;
    int used = 0;
    for (int i = 0; i < table->field_count; i++)
        used += table->field[i].query_id == thd->query_id;  // CAUSE switch 1 from
    return used;
}

static void *join_init_cache(void *arg)
{
    const struct thd *thd = arg;
    const struct table *table = thd->table;
    struct join_cache cache = {0};
    int used = calc_used_fields(thd);
    for (int i = 0; i < table->field_count && used > 0; i++) {
        used -= table->field[i].query_id == thd->query_id;  // CAUSE switch 2 to
        cache.offset[i] = cache.length;
        cache.length += table->field[i].length;
    }
    assert(used == 0);
    return NULL;
}

static void *fix_fields(void *arg)
{
    struct thd *thd = arg;
    struct field *field = &thd->table->field[1];
    if (field->query_id != thd->query_id)
        field->query_id = thd->query_id;  // CAUSE switch 1 to, switch 2 from
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, join_init_cache, &joining);
    pthread_create(&second, NULL, fix_fields, &selecting);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
