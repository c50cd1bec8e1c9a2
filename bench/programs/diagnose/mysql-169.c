/* MySQL bug 169: a statement changes the table and is then written to the binary log, and the two are not one step. If
   an insertion comes in between the two steps of a deletion, or the other way round, the log has them in another order
   than the table: whoever replays the log gets another table. Kept: what was done last, in the table and in the log. */
// KIND: AV
// THREADS: 3
// DIAGNOSE concurrency
// CAUSE: insert -> delete, log_delete -> log_insert
// CAUSE: delete -> insert, log_insert -> log_delete
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { DELETED, INSERTED };

static int table;
static int binary_log;

static void *delete_rows(void *arg) {
    table = DELETED;       // AT delete
    binary_log = DELETED;  // AT log_delete
    return arg;
}

static void *insert_rows(void *arg) {
    table = INSERTED;       // AT insert
    binary_log = INSERTED;  // AT log_insert
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, delete_rows, NULL);
    pthread_create(&second, NULL, insert_rows, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(table == binary_log);  // FAILS
    return 0;
}
